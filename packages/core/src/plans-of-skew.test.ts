import type { Database } from '@goal/db';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../test/event-world.ts';
import { planOf } from '../test/plan-of.ts';
import { forgetting as forgettingOld, keysOf } from './signed-log/salt-keys.ts';
import { remains, remainsText } from './event/reclaim-gone.ts';
import { forgetting, forgettingKept } from './retention/note-purge.ts';
import { arrivals, searching as rowsOfIds } from './signed-log/find-numbers.ts';
import { refsOfValues, wordsOfRefs } from './event/dictionary.ts';
import { rowOf } from './signed-log/find-entry.ts';
import { byIds, ofDictionary } from './signed-log/logged-events.ts';
import { readingRoots, readingTiles } from './signed-log/log-nodes.ts';
import { some } from './signed-log/read-entries.ts';
import { reading as keptSalts } from './signed-log/salts-of-events.ts';
import { reading as redacted } from './signed-log/redacted-events.ts';
import { ofAccount as daysOfAccount, ofSites as daysOfSites } from './summary/count-days.ts';
import { keptBy } from './ground/counters.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Pool = 'pages' | 'sealing';
/** A statement, the pools that run it, and for each table what its look-ups must name. */
const expected: [name: string, text: string, pools: Pool[], Record<string, string>][] = [
  ['forget salts', forgetting.text, ['pages'], { event: 'occurred_at' }],
  ['forget kept salts', forgettingKept.text, ['pages'], { event: 'occurred_at' }],
  ['forget old salts', forgettingOld.text, ['sealing'], { event: 'occurred_at', log_salt: 'site' }],
  ['days of sites', daysOfSites.text, ['pages'], { kept: 'site' }],
  ['days of an account', daysOfAccount.text, ['pages'], { kept: 'site' }],
  ['kept by account', keptBy.account.text, ['pages'], { kept: 'site' }],
  ['logged events', byIds.text, ['pages', 'sealing'], { event: 'id >=' }],
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
  ['redacted', redacted.text, ['pages', 'sealing'], { redacted_event: '(id =' }],
];

const reclaimed = remains.map(([table, key]): (typeof expected)[number] => [
  `what remains in ${table}`,
  remainsText(table, key),
  ['pages'],
  { [table]: 'account' },
]);

async function check(db: Database): Promise<void> {
  const wrong: unknown[] = [];
  const read = new Set<string>();
  for (const [name, text, pools, tables] of [...expected, ...reclaimed])
    for (const pool of pools)
      for (const step of await planOf(db, text, pool)) {
        read.add(`${name}: ${step['Relation Name']}`);
        const needed = tables[step['Relation Name'] ?? ''];
        if (needed === undefined || step['Node Type'] === 'ModifyTable' || step['Node Type'] === 'Tid Scan') continue;
        if (step['Index Cond']?.includes(needed) !== true)
          wrong.push([name, pool, step['Node Type'], step['Index Name'], step['Index Cond']]);
      }
  expect(wrong).toEqual([]);
  const named = [...expected, ...reclaimed].flatMap(([name, , , tables]) =>
    Object.keys(tables).map((table) => `${name}: ${table}`),
  );
  expect(named.filter((one) => !read.has(one))).toEqual([]);
}

test('each look-up names what it looks for, beside thousands of small accounts and one that is large', async () => {
  const { db } = world;
  const each = (small: number, large: number): string =>
    `(select a account, n from generate_series(2, 2001) a, generate_series(1, ${small}) n union all select 1, n from generate_series(1, ${large}) n) s`;
  for (const text of [
    `insert into event (id, occurred_at, code, user_id, account, site, severity, username, message)
       select nextval('event_block'), now() - n * interval '1 minute', 1, 1, account, account, 1, 'u', 'm' from ${each(3, 30_000)}`,
    `insert into log_salt select account, account, current_date - n, '' from ${each(2, 3000)}`,
    `insert into log_salt_kept select account, account, current_date - n / 10, n, '' from ${each(2, 3000)}`,
    `insert into log_tile select account, 1, 1, n, '' from ${each(1, 3000)}`,
    `insert into log_entries select account, 1, n * 32, n, '', '', null from ${each(1, 3000)}`,
    `insert into kept select account, account + n / 30, current_date - n % 30, 1, 1 from ${each(3, 30_000)}`,
    `insert into redacted_event select account, n, account, now() from ${each(1, 3000)}`,
    `insert into gone_site (account, site) select account, account * 10000 + n from ${each(1, 3000)}`,
    `insert into dictionary (account, kind, id, value) select account, 1, n, 'word ' || n from ${each(2, 3000)}`,
    'vacuum analyze',
  ])
    await db.work.query(text);
  await check(db);
});
