import { randomUUID } from 'node:crypto';

import type { Database, DatabaseOptions } from '@goal/db';
import { freshDatabase, openPatientDatabase } from '@goal/db/testing';
import { onTestFinished } from 'vitest';

import type { NewEvent } from '../src/event/event.ts';
import type { Events, EventServices } from '../src/core.ts';
import { openEventServices } from '../src/open-core.ts';
import { storeEvents } from '../src/event/store/store-events.ts';

/** A separate database with event services, and shortcuts for what events need. */
export type EventWorld = {
  url: string;
  db: Database;
  events: EventServices;
  /** Adds an account with that many sites. Returns their row ids. */
  account(sites?: number): Promise<{ account: number; sites: number[] }>;
  /** Deletes a site and leaves its tombstone. */
  deleteSite(site: number): Promise<void>;
  /** Opens event services on the same database, as another process does. */
  another(): Promise<Events & { close(): Promise<void> }>;
  close(): Promise<void>;
};

export async function openWorld(): Promise<EventWorld> {
  return worldIn(await freshDatabase());
}

/**
 * The same in a database that is made already. `drop` is called when the world closes. `more` goes
 * before the path of the run.
 */
export async function worldIn(
  { url, drop }: { url: string; drop: () => Promise<void> },
  more: Pick<DatabaseOptions, 'topology'> = {},
): Promise<EventWorld> {
  const open = async () => {
    const db = openPatientDatabase({ url, ...more });
    const events = await openEventServices(db);
    const close = async () => {
      await events.close();
      await db.close();
    };
    return { db, events, close };
  };
  const { db, events, close } = await open();
  const others: (() => Promise<void>)[] = [];
  return {
    url,
    db,
    events,
    async account(count = 1) {
      const account = await one(db, `insert into account (email, plan) values ($1, 'agency') returning no as value`, [
        `${randomUUID()}@example.com`,
      ]);
      const { rows } = await db.work.query<{ rowId: number }>(
        `insert into site (account_no, domain, domain_scope, site_url, retention_days)
         select $1, $2 || n || '.example.com', 0, 'https://example.com', 365 from generate_series(1, $3) n returning no as "rowId"`,
        [account, randomUUID(), count],
      );
      return { account, sites: rows.map((row) => row.rowId).sort((a, b) => a - b) };
    },
    async deleteSite(site) {
      await db.work.query(
        'with s as (delete from site where no = $1 returning account_no, no) insert into gone_site (account, site) select * from s',
        [site],
      );
    },
    async another() {
      const opened = await open();
      others.push(opened.close);
      return opened;
    },
    async close() {
      for (const closeOther of others) await closeOther();
      await close();
      await drop();
    },
  };
}

/**
 * A world for the running test only. It closes after the test, so that a failed test leaves nothing
 * to others.
 */
export async function ownWorld(): Promise<EventWorld> {
  const world = await openWorld();
  onTestFinished(() => world.close());
  return world;
}

/** Returns the `value` of the first row. */
export async function one(db: Database, text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await db.work.query<{ value: number }>(text, values);
  return Number(rows[0]?.value);
}

export function newEvent(over: Partial<NewEvent> = {}): NewEvent {
  return {
    occurredAt: Date.UTC(2026, 0, 15, 12),
    code: 1000,
    severity: 'info',
    object: 'post',
    eventType: 'modified',
    message: 'Changed a post',
    userId: 1,
    username: 'ada',
    userAgent: null,
    sessionId: null,
    postId: null,
    postType: null,
    postStatus: null,
    eventUuid: randomUUID(),
    ip: null,
    ...over,
  };
}

/** Stores any number of events of a site. */
export async function storeAll(core: Events, of: { account: number; site: number }, events: NewEvent[]): Promise<void> {
  for (let at = 0; at < events.length; at += 1000) await storeEvents(core, of, events.slice(at, at + 1000));
}
