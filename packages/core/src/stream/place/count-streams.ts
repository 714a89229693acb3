import { rows, type Database } from '@goal/db';

/** How many streams are in which state, for the person on call. */
export type StreamCounts = {
  active: number;
  failing: number;
  paused: number;
  /** Paused since the database was restored or failed over. */
  resting: number;
  disabled: number;
  /** Since when the first of those that fail has failed. */
  failing_since: string | null;
  /** Events that wait for a retry. */
  set_aside: number;
};

/** Counts the streams of all accounts. */
export async function countStreams({ db }: { db: Pick<Database, 'work'> }): Promise<StreamCounts> {
  type Row = [active: number, failing: number, paused: number, resting: number, disabled: number, setAside: number];
  const [row] = await rows<[...Row, since: string | null]>(db.work, {
    name: 'states of streams',
    text: `select count(*) filter (where status = 'active' and failing_since is null),
        count(*) filter (where status = 'active' and failing_since is not null),
        count(*) filter (where status = 'paused' and paused_by in ('customer', 'operator')),
        count(*) filter (where status = 'paused' and paused_by in ('restore', 'failover')),
        count(*) filter (where status = 'disabled'), (select count(*) from stream_set_aside),
        min(failing_since) filter (where status = 'active')
      from stream`,
    values: [],
  });
  const [active = 0, failing = 0, paused = 0, resting = 0, disabled = 0, setAside = 0, since = null] = row ?? [];
  return {
    active,
    failing,
    paused,
    resting,
    disabled,
    failing_since: since,
    set_aside: setAside,
  };
}

/** Streams whose wait is looked at: those whose position has stood still for longest. */
const lookedAt = 100;

/**
 * Returns the seconds for which the oldest commit waits for a stream that neither fails nor rests,
 * and 0 if none waits. It grows where streams get too few turns.
 */
export async function longestWait({ db }: { db: Pick<Database, 'work' | 'pages'> }): Promise<number> {
  const streams = await rows<[account: number, seq: number]>(db.work, {
    name: 'streams that stand still',
    text: `select account_no, seq from stream
      where status = 'active' and failing_since is null and sink->>'type' not in ('s3', 'mail') and last_error is null
      order by seen_at limit $1::int`,
    values: [lookedAt],
  });
  let longest = 0;
  for (const { 0: account, 1: seq } of streams) longest = Math.max(longest, (await waitOf(db, account, seq)) ?? 0);
  return longest;
}

/** Seconds for which the oldest commit behind a position waits; undefined if none does. */
export async function waitOf(
  { pages }: Pick<Database, 'pages'>,
  account: number,
  seq: number,
): Promise<number | undefined> {
  const [row] = await rows<[seconds: number]>(pages, {
    name: 'age of the next commit',
    text: `select ceil(extract(epoch from clock_timestamp() - at))::int8 from tail
      where account = $1::int and seq > $2::bigint order by seq limit 1`,
    values: [account, seq],
  });
  return row?.[0];
}
