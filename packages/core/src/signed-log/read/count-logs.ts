import { rows, type Queryable } from '@goal/db';

import { behindSeconds, newestLogs } from '../seal/find-unsealed.ts';
import { formerKeySignsMs, publicKeys } from '../keys/log-keys.ts';

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

const replacing = {
  name: 'when logs were told of their newest key',
  text: `select max(case when (h.keys -> -1 ->> 0)::int <> $1::int then floor(extract(epoch from clock_timestamp()) * 1000)
      when jsonb_array_length(h.keys) > 1 then (h.keys -> -1 ->> 2)::numeric end)::int8
    from ${newestLogs} where h.era <> 0 and (h.account > 0 or $2::bool)`,
};

/**
 * Until when a former key signs some log beside the newest one; null: it signs none. A log that is
 * told of the exchange late counts from then on, one that is yet to be told from now on, and the
 * log of logs where there are witnesses.
 */
export async function formerKeySignsUntil(
  on: Queryable,
  { hasWitnesses }: { hasWitnesses: boolean },
): Promise<string | null> {
  const newest = (await publicKeys(on)).at(-1);
  if (newest === undefined) return null;
  const [row] = await rows<[toldMs: number | null]>(on, { ...replacing, values: [newest.no, hasWitnesses] });
  const untilMs = (row?.[0] ?? 0) + formerKeySignsMs;
  return untilMs > Date.now() ? new Date(untilMs).toISOString() : null;
}
