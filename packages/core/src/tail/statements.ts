import type { ConditionGroups } from '../event/read/filter.ts';
import { byId, columns, conditionsOf } from '../event/read/page-statements.ts';

/** Commits of account $1 after $2: at most $3, and none behind those that hold $4 ids. */
const nextBlocks = `select b.seq, b.first_id, b.last_id from (
    select seq, first_id, last_id, sum(last_id - first_id + 1) over (order by seq rows unbounded preceding) as ids
      from tail where account = $1::int and seq > $2::bigint order by seq limit $3::int) b
  where b.ids - (b.last_id - b.first_id + 1) < $4::bigint order by b.seq`;

/**
 * Reads where the tail of account $1 ends and its next commits (`nextBlocks`); returns at least one
 * row. One statement reads this and the incarnation (null: it has ended), so that all of
 * it belongs together whatever happens meanwhile. `also` are earlier incarnations of the same
 * history, `xid` is the last transaction of the tail (its lower 32 bits), `next` the one to come.
 */
export const tailBlocks = (identity: string): { name: string; text: string } => ({
  name: 'blocks of a tail',
  text: `select h.era, h.last, t.seq, t.first_id, t.last_id, h.also, h.xid, h.next
    from (select (select era from tail_era where no = 1 and identity = ${identity}) as era,
      (select also::text from tail_era where no = 1) as also,
      coalesce((select last from tail_head where account = $1::int), 0) as last,
      (select xmin::text::bigint from tail_head where account = $1::int) as xid,
      pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next) h
    left join lateral (${nextBlocks}) t on true`,
});

/**
 * The same on Citus, where the rows of the account are on one machine and the incarnation is on
 * another. The caller reads the incarnation before and after.
 */
export const tailBlocksOfMachine = {
  name: 'blocks of a tail on a machine',
  text: `select h.last, t.seq, t.first_id, t.last_id
    from (select coalesce((select last from tail_head where account = $1::int), 0) as last) h
    left join lateral (${nextBlocks}) t on true`,
};
export const tailIncarnation = (identity: string): { name: string; text: string } => ({
  name: 'incarnation of tails',
  text: `select era from tail_era where no = 1 and identity = ${identity}`,
});

/**
 * Reads the events of account $1 in the blocks $2 to $3 (first and last ids), in the order of the
 * blocks and by id: at most $6 that are of the sites $4 (null: all) but not of $5 and meet the
 * conditions from $7 on (page-statements.ts). Each row begins with the ordinal of its block. A
 * block has at most 1,024 ids; the limit of that size keeps the planner from reversing the join and
 * reading the whole account.
 */
export function tailEvents(groups: ConditionGroups): { name: string; text: string } {
  const { onIndex, onEvent, columns: needed, suffix } = conditionsOf(groups);
  return {
    name: `events of a tail${suffix}`,
    text: `with p as materialized (
        select b.place, e.id from unnest($2::bigint[], $3::bigint[]) with ordinality b(first_id, last_id, place)
          cross join lateral (select id, site, ${needed} from event where account = $1 and id >= b.first_id and id <= b.last_id
            order by id limit 1024) e
        where ($4::int[] is null or site in (select unnest($4::int[]))) and site not in (select unnest($5::int[])) and ${onIndex} and ${onEvent}
        order by b.place, e.id limit $6)
      select p.place, ${columns
        .split(', ')
        .map((column) => `x.${column}`)
        .join(', ')} from p cross join lateral ${byId('p', columns)} x`,
  };
}
