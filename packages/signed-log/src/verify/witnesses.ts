import type { Witnessed } from '../bundle-lines.ts';
import { parseCheckpoint, parseCheckpointEntry, type TreeHead } from '../checkpoint.ts';
import { hashFromBase64, leafHash } from '../hash.ts';
import { checkConsistency, checkInclusion } from '../proofs.ts';
import { signersOf, type NoteKey, type SignedNote } from '../signed-note.ts';
import type { ConsistencyProof } from './older-checkpoints.ts';
import type { Crypto } from './options.ts';
import type { Policy } from './policy.ts';
import { BundleFault } from './verdict.ts';

/**
 * The witnesses that cosigned the end of a log, or by the log of logs one of its checkpoints, and
 * the leaves that they saw. Throws where they are not those that the policy asks for, and where the
 * log of logs does not fit.
 */
export async function judgeWitnesses(
  crypto: Crypto,
  policy: Policy,
  log: { end: TreeHead; note: SignedNote; witnessed: Witnessed | null; proofs: readonly ConsistencyProof[] },
): Promise<{ by: string[]; size: number | null }> {
  const direct = await signersOf(crypto, log.note, policy.witnesses);
  const isEnough = policy.isSatisfied(direct);
  if (isEnough && direct.length > 0) return { by: direct.map(nameOf), size: log.end.size };
  if (log.witnessed === null) {
    if (isEnough) return { by: [], size: null };
    throw new BundleFault('the witnesses that the policy asks for did not sign: no log of logs is in the bundle');
  }
  const { note, size } = logOfLogs(crypto, log.end, log.witnessed, log.proofs);
  const cosigners = await signersOf(crypto, note, policy.witnesses);
  if (!policy.isSatisfied(cosigners))
    throw new BundleFault('the witnesses that the policy asks for did not sign the log of logs');
  return { by: cosigners.map(nameOf), size: cosigners.length === 0 ? null : size };
}

const nameOf = ({ name }: NoteKey): string => name;

/** The note of the log of logs, and the size at which it holds this log, once that is clear. */
function logOfLogs(
  { sha256 }: Crypto,
  end: TreeHead,
  { entry, index, proof, checkpoint }: Witnessed,
  proofs: readonly ConsistencyProof[],
): { note: SignedNote; size: number } {
  const about = parseCheckpointEntry(entry);
  if (about?.origin !== end.origin) throw new BundleFault('the entry of the log of logs is not about this log');
  if (!isOnTheWay(about, end, proofs))
    throw new BundleFault(
      `the log of logs has another history: the bundle does not hold its root at ${about.size} leaves`,
    );
  const read = parseCheckpoint(checkpoint);
  const hashes = proof.map((one) => hashFromBase64(one));
  const isIn =
    read !== undefined &&
    hashes.every((one) => one !== undefined) &&
    checkInclusion(sha256, { ...read.head, index, leaf: leafHash(sha256, entry), hashes });
  if (!isIn) throw new BundleFault('the log of logs does not hold the entry about this log');
  return { note: read.note, size: about.size };

  function isOnTheWay(at: TreeHead, to: TreeHead, consistency: readonly ConsistencyProof[]): boolean {
    if (at.size === to.size) return at.root === to.root;
    const found = consistency.find((one) => one.from === at.size && one.to === to.size);
    return found !== undefined && checkConsistency(sha256, { ...found, fromRoot: at.root, toRoot: to.root });
  }
}
