import { rows, type Queryable } from '@goal/db';

/**
 * SQL: the last commit of an account's tail that is in its signed log. Null where no log is kept;
 * then nothing waits for it.
 */
export const sealedSeq = (account: string): string =>
  `(select case when h.era <> 0 then h.seq end from log_head h where h.account = ${account} order by h.log desc limit 1)`;

const age = {
  name: 'age of the oldest unsealed commit',
  text: `select floor(extract(epoch from clock_timestamp() - t.at))::int8 from tail t
    where t.account = $1::int and t.seq > ${sealedSeq('$1::int')} order by t.seq limit 1`,
};

/** Seconds since the oldest commit that is not in the account's log; 0 where all are. */
export async function unsealedSeconds(on: Queryable, account: number): Promise<number> {
  const [row] = await rows<[seconds: number]>(on, { ...age, values: [account] });
  return row?.[0] ?? 0;
}

const among = {
  name: 'events that are yet to be sealed',
  text: `select i.id from unnest($2::bigint[]) i(id) where exists (
      select from tail t where t.account = $1::int and t.seq > $3::bigint and t.first_id <= i.id and t.last_id >= i.id)`,
};

/** Those of these events that the commits behind `seq` brought. */
export async function broughtBehind(
  on: Queryable,
  account: number,
  ids: readonly number[],
  seq: number,
): Promise<number[]> {
  return (await rows<[id: number]>(on, { ...among, values: [account, ids, seq] })).map(([id]) => id);
}
