import { randomUUID } from 'node:crypto';

import { rows, type Queryable } from '@goal/db';
import { parseCheckpoint } from '@goal/signed-log';

import type { LogHead } from '../entries/log-head.ts';
import type { LogKey } from '../keys/log-keys.ts';
import { OpenLog } from '../entries/open-log.ts';
import { beginSite, deleteSite } from './tell-outbox.ts';

/** Who tells the log what nobody did: that it begins, and what it finds. */
const theService = 'worker';

type Beginning = {
  account: number;
  /** The account's log before this one. */
  former: LogHead | undefined;
  /** The part of the name before `/log/`. */
  origin: string;
  /** The commit of the tail behind which the log begins. */
  seq: number;
  /** Whether that is where the former log ended. */
  goesOn: boolean;
  era: number;
  keys: readonly LogKey[];
  nowMs: number;
};

/**
 * Begins a log of an account, whose row the transaction holds: the first one, or one behind a log
 * that may not go on, as after a restore. It names the former log where it ended, and repeats what
 * that one says of its sites.
 */
export async function beginLog(on: Queryable, beginning: Beginning): Promise<OpenLog> {
  const { account, former, seq, era, keys, nowMs } = beginning;
  const newest = keys.at(-1);
  if (newest === undefined) throw new Error('a log without a key');
  const number = (former?.log ?? 0) + 1;
  const head: LogHead = {
    log: number,
    origin: `${beginning.origin}/log/${randomUUID()}`,
    size: 0,
    seq,
    era,
    edge: Buffer.alloc(0),
    checkpoint: '',
    notedMs: 0,
    keys: [[newest.no, 0, nowMs]],
    sealedAt: '',
  };
  const log = await OpenLog.open(on, account, head, { keys, nowMs });
  const earlier = await earlierEvents(on, beginning);
  log.note({ kind: 'log.begin', log: number, previous: previousOf(former), earlier_events: earlier });
  for (const { id, retentionDays, isDeleted } of await log.sites.loadAll())
    if (!isDeleted) log.note({ kind: 'site.begin', site_id: id, retention_days: retentionDays, by: theService });
  return log;
}

/**
 * A log begins with its account, so that it has the very first event, where the act that made the
 * account is still to be told and is at most a day old. Of older events nobody can know what became
 * of them before they were sealed.
 */
export async function beginsWithAccount(on: Queryable, account: number): Promise<boolean> {
  const found = await rows<[one: number]>(on, { ...newAccount, values: [account] });
  return found.length > 0;
}

const newAccount = {
  name: 'does a log begin with its account',
  text: `select 1 from log_outbox where account = $1::int and note ->> 'kind' = 'log.begin' and at > clock_timestamp() - interval '1 day' limit 1`,
};

/**
 * Makes the log agree with the sites that there are. It differs where sites came, changed or went
 * while no log was kept.
 */
export async function reconcileSites(on: Queryable, log: OpenLog): Promise<void> {
  const living = await livingSites(on, log.account);
  for (const site of living.values()) beginSite(log, site, theService);
  for (const site of await log.sites.loadAll())
    if (!site.isDeleted && !living.has(site.rowId)) deleteSite(log, site, theService);
}

export type LivingSite = { rowId: number; id: string; retentionDays: number };

/** The sites of an account with their retention; -1: never purged. With `among` only some. */
export async function livingSites(
  on: Queryable,
  account: number,
  among?: readonly number[],
): Promise<Map<number, LivingSite>> {
  const found = await rows<[rowId: number, id: string, days: number]>(
    on,
    among === undefined ? { ...allLiving, values: [account] } : { ...someLiving, values: [account, among] },
  );
  return new Map(found.map(([rowId, id, retentionDays]) => [rowId, { rowId, id, retentionDays }]));
}

const livingFrom = (
  from: string,
): string => `select s.no, s.id::text, case when a.is_reseller then -1 else s.retention_days end
    from ${from} join account a on a.no = s.account_no where s.account_no = $1::int order by s.no`;
const allLiving = { name: 'living sites of a log', text: livingFrom('site s') };
const someLiving = {
  name: 'some living sites of a log',
  text: livingFrom(
    'unnest($2::int[]) q(no) cross join lateral (select no, id, account_no, retention_days from site where no = q.no limit 1) s',
  ),
};

/** Holds the row of an account, as every act does; false: it was deleted. */
export async function holdAccount(on: Queryable, account: number): Promise<boolean> {
  const { rowCount } = await on.query('select from account where no = $1 for no key update', [account]);
  return rowCount === 1;
}

function previousOf(former: LogHead | undefined): { origin: string; size: number; root: string } | null {
  if (former === undefined) return null;
  const end = parseCheckpoint(former.checkpoint)?.head;
  if (end === undefined) throw new Error(`the checkpoint of ${former.origin} cannot be read`);
  return { origin: end.origin, size: end.size, root: btoa(end.root) };
}

/** The events that are stored and that no log has. */
async function earlierEvents(on: Queryable, { account, former, goesOn }: Beginning): Promise<number> {
  if (goesOn) return 0;
  const [row] =
    former === undefined
      ? await rows<[number]>(on, { ...storedEvents, values: [account] })
      : await rows<[number]>(on, { ...eventsBeyond, values: [account, former.log] });
  return row?.[0] ?? 0;
}

const storedEvents = {
  name: 'events before a log',
  text: 'select coalesce(sum(n), 0)::int8 from kept_day where account = $1::int',
};
const eventsBeyond = {
  name: 'events beyond a log',
  text: `select count(*) from event where account = $1::int
    and id > coalesce((select high from log_entries where account = $1::int and log = $2::int order by first desc limit 1), 0)`,
};
