import { rows, type Queryable } from '@goal/db';

/**
 * The life of the logs (docs/decisions/016-tail.md); `also`: earlier ones of its history. `held`:
 * restored or failed over, not confirmed. `ended`: a new one begins.
 */
export type Incarnation = { era: number; also: readonly number[]; nowMs: number } | 'held' | 'ended';

/** `identity` is the SQL that identifies the database (tail/incarnation.ts). */
export async function readIncarnation(on: Queryable, identity: string): Promise<Incarnation> {
  const [row] = await rows<[era: number | null, also: string | null, held: string, nowMs: number]>(on, {
    name: 'incarnation of logs',
    text: `select (select era from tail_era where no = 1 and identity = now.identity), (select also::text from tail_era where no = 1),
        coalesce((select identity <> now.identity from retention_state), false), floor(extract(epoch from clock_timestamp()) * 1000)::int8
      from (select ${identity} as identity) now`,
    values: [],
  });
  const [era = null, also = null, held, nowMs = 0] = row ?? [];
  if (held === 't') return 'held';
  if (era === null) return 'ended';
  return { era, also: (also ?? '').match(/\d+/g)?.map(Number) ?? [], nowMs };
}
