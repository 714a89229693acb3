import { rows, type Queryable } from '@goal/db';
import {
  consistencyPlan,
  inclusionPlan,
  parseCheckpointEntry,
  proofHashes,
  type Hash,
  type TreeHead,
  type Witnessed,
} from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';

import { accountOfLogs, cosignersOf } from './cosigned-log.ts';
import type { LogHead } from '../entries/log-head.ts';
import { nodesOfLog } from '../entries/log-nodes.ts';
import { readRowsBetween, type LogOf } from '../entries/read-entries.ts';
import type { Witnesses } from './witness-policy.ts';

/** The newest entry of the log of logs about a log that witnesses cosigned. */
type CosignedEntry = {
  /** Names of those who cosigned it. */
  names: string[];
  /** The log of logs. */
  log: number;
  entry: string;
  index: number;
  about: TreeHead;
  cosigned: { size: number; checkpoint: string };
};

/** A log of an account up to a size. */
type UpTo = { account: number } & Pick<LogHead, 'log' | 'size'>;

/** The names of the witnesses that cosigned the newest such entry (rulings §16.2). */
export async function witnessesOf(on: Queryable, policy: Witnesses | undefined, log: UpTo): Promise<string[]> {
  return (await findCosigned(on, policy, log))?.names ?? [];
}

/** What the end of a log in a bundle says of witnesses, and what leads from there to the end. */
export type WitnessedEnd = { witnessed: Witnessed; from: number; consistency: readonly Hash[] };

/**
 * That witnesses cosigned a log, at the end of it in a bundle; undefined: none did (rulings
 * §16.17).
 */
export async function witnessedEnd(
  on: Queryable,
  policy: Witnesses | undefined,
  upTo: UpTo,
): Promise<WitnessedEnd | undefined> {
  const found = await findCosigned(on, policy, upTo);
  if (found === undefined) return undefined;
  const { log, entry, index, about, cosigned } = found;
  const plan = inclusionPlan(cosigned.size, index);
  const hashOf = await nodesOfLog(on, { account: accountOfLogs, log }, plan.flat());
  const proof = proofHashes(sha256, plan, hashOf).map((hash) => btoa(hash));
  const way = consistencyPlan(about.size, upTo.size);
  const nodeOf = await nodesOfLog(on, upTo, way.flat());
  return {
    witnessed: { entry, index, proof, checkpoint: cosigned.checkpoint },
    from: about.size,
    consistency: proofHashes(sha256, way, nodeOf),
  };
}

type WitnessedRow = [log: number, entry: number, covered: number | null, size: number, checkpoint: string];

const reading = {
  name: 'what witnesses cosigned of a log',
  text: `select t.log, t.entry, t.covered, c.size, c.checkpoint from log_told t join log_cosigned c on c.account = t.account and c.log = t.log
    where t.account = 0 and t.of_account = $1::int and t.of_log = $2::int`,
};

async function findCosigned(
  on: Queryable,
  policy: Witnesses | undefined,
  { account, log: ofLog, size: upTo }: UpTo,
): Promise<CosignedEntry | undefined> {
  if (policy === undefined) return undefined;
  const [row] = await rows<WitnessedRow>(on, { ...reading, values: [account, ofLog] });
  if (row === undefined) return undefined;
  const [log, newest, covered, size, checkpoint] = row;
  for (const index of [newest, covered]) {
    if (index === null || index >= size) continue;
    const entry = await entryAt(on, { account: accountOfLogs, log }, index);
    const about = parseCheckpointEntry(entry);
    // The log may have been told of a larger size than the caller has seen.
    if (about === undefined || about.size > upTo) continue;
    const names = (await cosignersOf(policy, checkpoint)).map(({ name }) => name);
    return names.length === 0 ? undefined : { names, log, entry, index, about, cosigned: { size, checkpoint } };
  }
  return undefined;
}

async function entryAt(on: Queryable, of: LogOf, index: number): Promise<string> {
  const [row] = await readRowsBetween(on, of, { from: index, to: index + 1 });
  const entry = row?.entries[index - row.first];
  return entry?.kind === 'note' ? entry.text : '';
}
