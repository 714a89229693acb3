import { randomUUID } from 'node:crypto';

import type { Database } from '@goal/db';
import { freshDatabase, openPatientDatabase } from '@goal/db/testing';
import { onTestFinished } from 'vitest';

import type { NewEvent } from '../src/event/event.ts';
import type { EventServices } from '../src/core.ts';
import { openEventServices } from '../src/open-core.ts';
import { storeEvents } from '../src/event/store-events.ts';

/** A database of its own with an event store on it, and short ways to make what events need. */
export type EventWorld = {
  url: string;
  db: Database;
  store: EventServices;
  /** A new account with so many sites: their surrogates. */
  account(sites?: number): Promise<{ account: number; sites: number[] }>;
  /** What deleting a site leaves behind. */
  deleteSite(site: number): Promise<void>;
  /** Another store on the same database, as another process has it. */
  another(): Promise<{ store: EventServices; db: Database; close(): Promise<void> }>;
  close(): Promise<void>;
};

export async function openWorld(): Promise<EventWorld> {
  const { url, drop } = await freshDatabase();
  const open = async () => {
    const db = openPatientDatabase({ url });
    const store = await openEventServices(db);
    const close = async () => {
      await store.close();
      await db.close();
    };
    return { db, store, close };
  };
  const { db, store, close } = await open();
  const others: (() => Promise<void>)[] = [];
  return {
    url,
    db,
    store,
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

/** A world of the running test alone, which ends with it: what another test leaves behind when it fails is not in it. */
export async function ownWorld(): Promise<EventWorld> {
  const world = await openWorld();
  onTestFinished(() => world.close());
  return world;
}

/** One value of one row. */
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
    ...over,
  };
}

/** Stores any number of events of a site. */
export async function storeAll(
  store: EventServices,
  of: { account: number; site: number },
  events: NewEvent[],
): Promise<void> {
  for (let at = 0; at < events.length; at += 1000) await storeEvents(store, of, events.slice(at, at + 1000));
}
