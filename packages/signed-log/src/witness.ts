import { parseCheckpoint, type TreeHead } from './checkpoint.ts';
import { emptyRoot, hashFromBase64, type Hash, type Sha256 } from './hash.ts';
import { checkConsistency } from './proofs.ts';
import type { SignedNote } from './signed-note.ts';

/** The request of a log to a witness (c2sp.org/tlog-witness, add-checkpoint). */
export interface AddCheckpoint {
  /** The size up to which the witness is said to know the log. */
  oldSize: number;
  /** The proof that leads from there to the checkpoint. */
  hashes: readonly Hash[];
  head: TreeHead;
  note: SignedNote;
}

/** More lines no proof has. */
const proofMax = 63;

/** Reads the body of add-checkpoint; undefined for another body. It verifies nothing. */
export function parseAddCheckpoint(text: string): AddCheckpoint | undefined {
  const border = text.indexOf('\n\n');
  const [first = '', ...proof] = text.slice(0, Math.max(border, 0)).split('\n');
  const [, digits] = /^old (0|[1-9][0-9]{0,15})$/.exec(first) ?? [];
  const hashes = proof.flatMap((line) => hashFromBase64(line) ?? []);
  const read = parseCheckpoint(text.slice(border + 2));
  if (digits === undefined || read === undefined || proof.length > proofMax || hashes.length < proof.length)
    return undefined;
  return { oldSize: Number(digits), hashes, ...read };
}

/** The body of add-checkpoint, which `parseAddCheckpoint` reads. */
export const addCheckpointBody = (oldSize: number, hashes: readonly Hash[], checkpoint: string): string =>
  [`old ${oldSize}`, ...hashes.map((hash) => btoa(hash)), '', checkpoint].join('\n');

/**
 * Judges whether a witness that knows a log up to `known` may cosign what it is asked to: 400 for
 * sizes that go back, 409 where the witness knows another size or root, 422 for a proof that does
 * not lead from the one to the other. Undefined: it may. Who signed is judged before.
 */
export function judgeStep(
  sha256: Sha256,
  known: TreeHead | undefined,
  { oldSize, hashes, head }: AddCheckpoint,
): 400 | 409 | 422 | undefined {
  const { size, root } = known ?? { size: 0, root: emptyRoot(sha256) };
  if (oldSize > head.size) return 400;
  if (oldSize !== size || (head.size === size && head.root !== root)) return 409;
  const proof = { from: size, to: head.size, fromRoot: root, toRoot: head.root, hashes };
  return checkConsistency(sha256, proof) ? undefined : 422;
}
