import { rows, type Queryable } from '@goal/db';

import { behindSeconds } from './find-unsealed.ts';
import { publicKeys } from './log-keys.ts';

/** How the logs of all accounts are, for the person on call. */
export type LogCounts = {
  logs: number;
  /** For how long the oldest event waits to be sealed. */
  behind_seconds: number;
  /** Leaves that no longer match what is stored, at most a thousand of each log. */
  mismatches: number;
  /** Where the key that signs is; null before the first seal. */
  key_kept: 'environment' | 'database' | null;
};

const counting = {
  name: 'count logs',
  text: `select (select count(distinct account) from log_head where account > 0), (select coalesce(sum(mismatches), 0)::int8 from log_check)`,
};

/** Counts the logs of all accounts. */
export async function countLogs(on: Queryable): Promise<LogCounts> {
  const [row] = await rows<[logs: number, mismatches: number]>(on, { ...counting, values: [] });
  const [logs = 0, mismatches = 0] = row ?? [];
  const newest = (await publicKeys(on)).at(-1);
  return {
    logs,
    behind_seconds: await behindSeconds(on),
    mismatches,
    key_kept: newest === undefined ? null : newest.isInDatabase ? 'database' : 'environment',
  };
}
