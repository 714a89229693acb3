import { rows, type Queryable } from '@goal/db';

/** The end of a log, and how far of the tail it has come. */
export type LogHead = {
  log: number;
  origin: string;
  size: number;
  /** The tail is sealed up to this commit, in this incarnation; 0: another log begins. */
  seq: number;
  era: number;
  edge: Uint8Array;
  checkpoint: string;
  /** The time of the newest note, in ms. */
  notedMs: number;
  /**
   * Each key that signs or signed, with the first size that it signed and when; the oldest first.
   */
  keys: readonly KeyOfLog[];
  sealedAt: string;
};

/** `fromMs`: when the log was told of the key. */
export type KeyOfLog = readonly [no: number, fromSize: number, fromMs: number];

type LogHeadRow = [
  log: number,
  origin: string,
  size: number,
  seq: number,
  era: number,
  edge: string,
  checkpoint: string,
  notedAt: string,
  keys: string,
  sealedAt: string,
];

const columns = `h.log, h.origin, h.size, h.seq, h.era, encode(h.edge, 'base64'), h.checkpoint, h.noted_at, h.keys::text, h.sealed_at`;

const toHead = ([log, origin, size, seq, era, edge, checkpoint, notedAt, keys, sealedAt]: LogHeadRow): LogHead => ({
  log,
  origin,
  size,
  seq,
  era,
  edge: Buffer.from(edge, 'base64'),
  checkpoint,
  notedMs: Date.parse(notedAt),
  // Written by this file alone.
  keys: JSON.parse(keys) as LogHead['keys'],
  sealedAt,
});

const all = {
  name: 'heads of logs',
  text: `select ${columns} from log_head h where h.account = $1::int order by h.log`,
};

/** All logs of an account, the oldest first. */
export async function logHeads(on: Queryable, account: number): Promise<LogHead[]> {
  return (await rows<LogHeadRow>(on, { ...all, values: [account] })).map(toHead);
}

/** The newest log of an account. */
export async function newestHead(on: Queryable, account: number): Promise<LogHead | undefined> {
  return (await logHeads(on, account)).at(-1);
}

const locking = {
  name: 'lock a head',
  text: `select ${columns} from log_head h where h.account = $1::int and h.log = $2::int for update skip locked`,
};

/**
 * Locks the end of an account's newest log, which makes the caller the only one to append to it.
 * `elsewhere`: somebody else appends. Undefined: the account has no log.
 */
export async function lockHead(on: Queryable, account: number): Promise<LogHead | 'elsewhere' | undefined> {
  const newest = await newestLog(on, account);
  if (newest === undefined) return undefined;
  const [row] = await rows<LogHeadRow>(on, { ...locking, values: [account, newest] });
  // A log that began meanwhile was begun by whoever held this row.
  return row === undefined || (await newestLog(on, account)) !== newest ? 'elsewhere' : toHead(row);
}

const numbering = { name: 'newest log', text: 'select max(log) from log_head where account = $1::int' };

/** The number of an account's newest log. */
export async function newestLog(on: Queryable, account: number): Promise<number | undefined> {
  const [row] = await rows<[log: number | null]>(on, { ...numbering, values: [account] });
  return row?.[0] ?? undefined;
}

const writing = {
  name: 'write a head',
  text: `insert into log_head as h (account, log, origin, size, seq, era, edge, checkpoint, noted_at, keys, sealed_at)
    values ($1::int, $2::int, $3::text, $4::bigint, $5::bigint, $6::bigint, $7::bytea, $8::text, $9::timestamptz, $10::jsonb, clock_timestamp())
    on conflict (account, log) do update set size = excluded.size, seq = excluded.seq, era = excluded.era, edge = excluded.edge,
      checkpoint = excluded.checkpoint, noted_at = excluded.noted_at, keys = excluded.keys,
      sealed_at = case when h.size = excluded.size then h.sealed_at else excluded.sealed_at end`,
};

/** Writes a head that is locked, or new. A checkpoint of the same size keeps its time. */
export async function writeHead(on: Queryable, account: number, head: Omit<LogHead, 'sealedAt'>): Promise<void> {
  const { log, origin, size, seq, era, edge, checkpoint, notedMs, keys } = head;
  const values = [account, log, origin, size, seq, era, edge, checkpoint, new Date(notedMs), JSON.stringify(keys)];
  await rows(on, { ...writing, values });
}
