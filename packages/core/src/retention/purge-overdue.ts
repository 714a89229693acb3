import { setTimeout as delay } from 'node:timers/promises';

import type { Core } from '../core.ts';
import { purgeWith } from '../event/purge-events.ts';
import { timestamp } from '../event/sql.ts';
import { dueSites, holdDueSite, type Clock, type DueSite } from './due-sites.ts';
import { beginPass, endPass, type Hold } from './hold.ts';

type Retention = Pick<Core, 'db' | 'settings'>;

export type PassOptions = Clock & {
  signal?: AbortSignal | undefined;
  /** Of the time of a pass at most this share is spent deleting, so that readers and writers hardly notice. */
  share?: number | undefined;
};

/** What a pass did: events deleted, and sites that it deleted events of. */
export type Pass = { events: number; sites: number };

/** Rows of one batch: a transaction of some tens of milliseconds. */
const batch = 5000;
/** rulings §9.2 names no pace; what this one does to readers is measured by the bench. */
const defaultShare = 0.25;

/**
 * One pass of retention (rulings §9.2, interface.md §6 rule 3): of every site the events that are older than it keeps, oldest first, batch by batch,
 * each batch a transaction that judges anew; never a reseller's. Any number of instances share the work: who finds a site taken goes on. A pass
 * that ends early is taken up by the next. Deletes nothing and says why where there is a hold.
 */
export async function purgeOverdue(core: Retention, options: PassOptions = {}): Promise<Pass | { hold: Hold }> {
  const hold = await beginPass(core, options);
  if (hold !== undefined) return { hold };
  const pass: Pass = { events: 0, sites: 0 };
  let taken: number[] = [];
  const visit = async (site: number): Promise<void> => {
    const deleted = await purgeSite(core, site, options);
    if (deleted === 'elsewhere') taken.push(site);
    else if (deleted > 0) {
      pass.events += deleted;
      pass.sites += 1;
    }
  };
  for await (const { no } of dueSites(core, options)) {
    if (options.signal?.aborted) return pass;
    await visit(no);
  }
  // Whoever was at these has probably finished; if not, the next pass will come by.
  const again = taken;
  taken = [];
  if (again.length > 0) await delay(500, undefined, { ref: false });
  for (const site of again) {
    if (options.signal?.aborted) return pass;
    await visit(site);
  }
  await endPass(core, pass.events);
  return pass;
}

/** Deletes what is due of one site; 'elsewhere': somebody else is at it or changes it. */
async function purgeSite(core: Retention, site: number, options: PassOptions): Promise<number | 'elsewhere'> {
  const { signal, share = defaultShare } = options;
  for (let deleted = 0; ;) {
    const begun = performance.now();
    const step = await purgeBatch(core, site, options);
    if (step === 'elsewhere') return deleted > 0 ? deleted : step;
    deleted += step;
    if (step < batch || signal?.aborted) return deleted;
    await delay((performance.now() - begun) * (1 / share - 1), undefined, { ref: false });
  }
}

async function purgeBatch({ db, settings }: Retention, site: number, clock: Clock): Promise<number | 'elsewhere'> {
  const session = await db.pages.connect();
  let due: DueSite | 'elsewhere' | undefined;
  let deleted = 0;
  try {
    await session.query('begin');
    due = await holdDueSite(session, site, { settings }, clock);
    if (due !== undefined && due !== 'elsewhere')
      deleted = await purgeWith(session, { account: due.account, site, olderThan: due.cutoff, limit: batch });
    await session.query('commit');
    session.release();
  } catch (error) {
    session.release(true); // closing the connection rolls back
    throw error;
  }
  if (due === 'elsewhere') return due;
  if (due !== undefined && deleted < batch) await forgetEmptyDays(db, due);
  return deleted;
}

/**
 * Counters of days of which nothing is left would only be passed over. Each table by itself: whoever stores events at this moment takes the rows of one,
 * then of the other, and so nobody waits in a ring.
 */
async function forgetEmptyDays(db: Core['db'], { account, no, cutoff }: DueSite): Promise<void> {
  const day = `($2::timestamptz at time zone 'utc')::date`;
  await db.pages.query(`delete from kept where account = $1 and day <= ${day} and n = 0 and site = $3`, [
    account,
    timestamp(cutoff),
    no,
  ]);
  await db.pages.query(`delete from kept_day where account = $1 and day <= ${day} and n = 0`, [
    account,
    timestamp(cutoff),
  ]);
}
