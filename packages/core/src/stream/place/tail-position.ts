import { DomainError } from '@goal/contract';
import { rows } from '@goal/db';

import type { Events } from '../../core.ts';
import { tailStart } from '../../tail/read-tail.ts';
import type { TailPosition } from '../../tail/position.ts';

/** Commits follow their times but for those that waited: a search begins so much earlier, in ms. */
const slackMs = 10_000;
/** Commits whose ids are added up; of more the number is estimated. */
const countedCommits = 20_000;

/** Where a new stream begins. */
export function startOf(core: Events, account: number, start: 'now' | 'oldest'): Promise<TailPosition> {
  return tailStart(core, account, start);
}

/**
 * The position behind which every event that arrived at `from` or later lies, with some before it.
 * Throws `position_not_kept` if commits of that time were forgotten already.
 */
export async function positionAt(core: Events, account: number, from: number): Promise<TailPosition> {
  const oldest = await tailStart(core, account, 'oldest');
  const newest = await tailStart(core, account, 'now');
  const at = async (seq: number): Promise<number> => (await timeOfCommit(core, account, seq)) ?? Infinity;
  const sought = from - slackMs;
  // A number above 1 at the beginning: older commits were forgotten.
  if (oldest.seq > 0 && (await at(oldest.seq + 1)) > from) throw new DomainError('position_not_kept');
  let [low, high] = [oldest.seq, newest.seq];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await at(middle + 1)) < sought) low = middle + 1;
    else high = middle;
  }
  return { ...oldest, seq: low, id: 0 };
}

/** When the first commit from a number on was stored, in ms since 1970; undefined at the end. */
export async function timeOfCommit(core: Events, account: number, seq: number): Promise<number | undefined> {
  const [row] = await rows<[ms: number]>(core.db.pages, {
    name: 'time of a commit',
    text: `select floor(extract(epoch from at) * 1000)::int8 from tail where account = $1::int and seq >= $2::bigint order by seq limit 1`,
    values: [account, seq],
  });
  return row?.[0];
}

/** About how many events lie behind a position, whatever the filter. */
export async function eventsBehind(core: Events, account: number, { seq }: Pick<TailPosition, 'seq'>): Promise<number> {
  const [row] = await rows<[commits: number, found: number, last: number | null]>(core.db.pages, {
    name: 'events behind a position',
    text: `select count(*), coalesce(sum(last_id - first_id + 1), 0)::int8, (select last from tail_head where account = $1::int)
      from (select first_id, last_id from tail where account = $1::int and seq > $2::bigint order by seq limit $3::int) t`,
    values: [account, seq, countedCommits],
  });
  const [commits, found, last] = row ?? [0, 0, 0];
  if (commits < countedCommits) return found;
  return Math.round((found / commits) * ((last ?? 0) - seq));
}
