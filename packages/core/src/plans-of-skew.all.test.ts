import type { Database } from '@goal/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../test/event-world.ts';
import { planOf } from '../test/plan-of.ts';
import {
  forgetting as forgettingOld,
  forgettingKept as forgettingOldKept,
  keysOf,
} from './signed-log/keys/salt-keys.ts';
import { remains, remainsText } from './event/gone/reclaim-gone.ts';
import { forgetting, forgettingKept } from './retention/note-purge.ts';
import { arrivals, searching as rowsOfIds } from './signed-log/entries/find-numbers.ts';
import { overdueOfPage } from './retention/find-overdue.ts';
import { someSites } from './signed-log/entries/log-sites.ts';
import { findValues, refsOfValues, wordsOfRefs } from './event/words/dictionary.ts';
import { finding as storedUuids } from './event/store/stored-uuids.ts';
import { rowOf } from './signed-log/entries/find-entry.ts';
import { ofDictionary, ofRanges } from './signed-log/entries/logged-events.ts';
import { readingRoots, readingTiles } from './signed-log/entries/log-nodes.ts';
import { some } from './signed-log/entries/read-entries.ts';
import { reading as keptSalts } from './signed-log/keys/salts-of-events.ts';
import { reading as redacted } from './signed-log/entries/redacted-events.ts';
import { ofAccount as daysOfAccount, ofSites as daysOfSites } from './summary/count-days.ts';
import { keptBy } from './ground/counters.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Pool = 'pages' | 'sealing' | 'ingest';
/** A statement, the pools that run it, and for each table what its look-ups must name. */
const expected: [name: string, text: string, pools: Pool[], Record<string, string>][] = [
  ['forget salts', forgetting.text, ['pages'], { event: 'occurred_at' }],
  ['forget kept salts', forgettingKept.text, ['pages'], { event: 'occurred_at' }],
  ['forget old salts', forgettingOld.text, ['sealing'], { event: 'occurred_at', log_salt: 'site' }],
  ['forget old kept salts', forgettingOldKept.text, ['sealing'], { event: 'occurred_at', log_salt_kept: 'site' }],
  ['days of sites', daysOfSites.text, ['pages'], { kept: 'site' }],
  ['days of an account', daysOfAccount.text, ['pages'], { kept: 'site' }],
  ['kept by account', keptBy.account.text, ['pages'], { kept: 'site' }],
  ['logged events', ofRanges.text, ['pages', 'sealing'], { event: 'id >=' }],
  ['words of logged events', ofDictionary.text, ['pages', 'sealing'], { dictionary: '(id =' }],
  ['arrivals', arrivals.text, ['pages', 'sealing'], { event: 'id >=', redacted_event: '(id =' }],
  ['places', refsOfValues.text, ['pages'], { dictionary: 'value' }],
  ['words', wordsOfRefs.text, ['pages'], { dictionary: '(id =' }],
  ['kept salts', keptSalts.text, ['pages', 'sealing'], { log_salt_kept: '(id >=' }],
  ['keys of salts', keysOf('').text, ['pages', 'sealing'], { log_salt: 'day' }],
  ['keys of salts, kept', keysOf('for key share').text, ['sealing'], { log_salt: 'day' }],
  ['tiles', readingTiles.text, ['pages', 'sealing'], { log_tile: 'part' }],
  ['roots', readingRoots.text, ['pages', 'sealing'], { log_entries: 'first' }],
  ['rows of a log', some.text, ['pages', 'sealing'], { log_entries: 'first' }],
  ['row of an id', rowOf('$3::bigint'), ['pages', 'sealing'], { log_entries: 'first' }],
  ['rows of ids', rowsOfIds.text, ['pages', 'sealing'], { log_entries: 'first' }],
  ['sites of a log', someSites.text, ['pages', 'sealing'], { log_site: 'site' }],
  ['overdue', overdueOfPage.plain.text, ['pages'], { event: 'occurred_at', kept: 'site' }],
  ['stored uuids', storedUuids.text, ['pages'], { event: 'event_uuid' }],
  ['added words', findValues.text, ['ingest'], { dictionary: 'value' }],
  ['redacted', redacted.text, ['pages', 'sealing'], { redacted_event: 'id >=' }],
];

/** What remains of a gone account is found by a bounded read, and each row by its place. */
const reclaimed = remains.map(([table, key]) => ({ table, text: remainsText(table, key) }));

async function checkLookUps(db: Database): Promise<void> {
  const wrong: unknown[] = [];
  for (const [name, text, pools, tables] of expected)
    for (const pool of pools) {
      const steps = (await planOf(db, text, pool)).filter(
        ({ 'Node Type': type }) => !['ModifyTable', 'Tid Scan'].includes(type),
      );
      for (const [table, needed] of Object.entries(tables)) {
        const reads = steps.filter((step) => step['Relation Name'] === table);
        if (reads.length === 0 || reads.some((step) => step['Index Cond']?.includes(needed) !== true))
          wrong.push([
            name,
            pool,
            table,
            reads.map((step) => [step['Node Type'], step['Index Name'], step['Index Cond']]),
          ]);
      }
    }
  expect(wrong).toEqual([]);
}

async function checkReclaimed(db: Database): Promise<void> {
  for (const { table, text } of reclaimed) {
    const steps = (await planOf(db, text)).filter((step) => step['Relation Name'] === table);
    const reads = steps.filter((step) => step['Node Type'] !== 'ModifyTable');
    const shown = reads.map((step) => (step['Node Type'] === 'Tid Scan' ? 'by place' : step.above));
    expect([table, new Set(shown)]).toEqual([table, new Set(['Limit', 'by place'])]);
  }
}

async function fill(db: Database, rowsOf: (rows: { small: number; large: number }) => string): Promise<void> {
  for (const text of [
    `insert into event (id, occurred_at, code, user_id, account, site, severity, username, message)
       select nextval('event_block'), now() - n * interval '1 minute', 1, 1, account, account, 1, 'u', 'm' from ${rowsOf({ small: 3, large: 30_000 })}`,
    `insert into log_salt select account, account, current_date - n, '' from ${rowsOf({ small: 2, large: 3000 })}`,
    `insert into log_salt_kept select account, account, current_date - n / 10, n, '' from ${rowsOf({ small: 2, large: 3000 })}`,
    `insert into log_tile select account, 1, 1, n, '' from ${rowsOf({ small: 1, large: 3000 })}`,
    `insert into log_entries select account, 1, n * 32, n, '', '', null from ${rowsOf({ small: 1, large: 3000 })}`,
    `insert into log_site select account, account * 10000 + n, gen_random_uuid(), 1, 30, false from ${rowsOf({ small: 1, large: 3000 })}`,
    `insert into kept select account, account + n / 30, current_date - n % 30, 1, 1 from ${rowsOf({ small: 3, large: 30_000 })}`,
    `insert into accepted (account, site, day, events, bytes) select account, account + n / 30, current_date - n % 30, 1, 1 from ${rowsOf({ small: 3, large: 30_000 })}`,
    `insert into redacted_event select account, n, account, now() from ${rowsOf({ small: 1, large: 3000 })}`,
    `insert into gone_site (account, site) select account, account * 10000 + n from ${rowsOf({ small: 1, large: 3000 })}`,
    `insert into dictionary (account, kind, id, value) select account, kind, n, 'word ' || n from ${rowsOf({ small: 2, large: 3000 })} cross join generate_series(1, 3) kind`,
  ])
    await db.work.query(text);
}

/** One state after the other: each leaves the tables as the next one finds them. */
describe.sequential('each look-up names what it looks for, and what remains of an account is read in parts', () => {
  test('where one account has everything', async () => {
    const { db } = world;
    await fill(db, ({ large }) => `(select 1 account, n from generate_series(1, ${large}) n) s`);
    await db.work.query('vacuum analyze');
    await checkLookUps(db);
    await checkReclaimed(db);
  });
  test('beside thousands of small accounts', async () => {
    const { db } = world;
    await fill(
      db,
      ({ small }) => `(select a account, n from generate_series(2, 2001) a, generate_series(1, ${small}) n) s`,
    );
    await db.work.query('analyze');
    await checkLookUps(db);
  });
  test('beside thousands of small accounts, once the tables are vacuumed', async () => {
    const { db } = world;
    await db.work.query('vacuum analyze');
    await checkLookUps(db);
    await checkReclaimed(db);
  });
});
