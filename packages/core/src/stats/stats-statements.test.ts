import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { planOf } from '../../test/plan-of.ts';
import { activityOf, keptBefore, keptBy } from '../ground/counters.ts';
import { daysOfSites } from '../report/silences.ts';
import { usageOfGroup, usageOfMonths } from '../dashboard/usage.ts';
import { acceptedLately } from './inspected-sites.ts';
import { quietAmong, quietSites } from './silent-sites.ts';
import { topCodes } from './top-codes.ts';
import { topSites } from './top-sites.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const sites = 'site site_account_no_created_at_no_idx';
const gone = 'gone_site gone_site_account_idx';
const expected: [{ name: string; text: string }, string[]][] = [
  [activityOf.account, [gone, 'kept kept_pkey', 'kept_day kept_day_pkey']],
  [activityOf.site, ['kept kept_pkey']],
  [activityOf.group, ['kept kept_pkey', sites]],
  [keptBy.account, [gone, 'kept kept_pkey', 'kept_day kept_day_pkey']],
  [keptBy.site, ['kept kept_pkey']],
  [keptBefore, [gone, 'kept kept_pkey', 'kept_day kept_day_pkey']],
  [topSites, ['accepted accepted_pkey', sites]],
  [quietSites, ['accepted accepted_pkey', sites]],
  [quietAmong, ['accepted accepted_pkey']],
  [daysOfSites, ['accepted accepted_pkey', sites]],
  [topCodes, ['event event_account_page', gone]],
  [usageOfMonths, ['accepted_day accepted_day_pkey']],
  [usageOfGroup, ['accepted accepted_pkey', 'kept kept_pkey', sites]],
  [acceptedLately, ['accepted accepted_pkey']],
];

async function checkAll(): Promise<void> {
  for (const [statement, scans] of expected) {
    const plan = await planOf(world.db, statement.text);
    const found = plan
      .filter((node) => node['Relation Name'] !== undefined)
      .map((node) => `${node['Relation Name']} ${node['Index Name'] ?? node['Node Type']}`);
    expect([statement.name, [...new Set(found)].toSorted()]).toEqual([statement.name, scans]);
    const unbounded = plan.filter(
      (node) =>
        node['Index Name'] !== undefined &&
        !node['Index Cond']?.includes(/^(kept|accepted)$/.test(node['Relation Name'] ?? '') ? '(site = ' : 'account'),
    );
    expect([statement.name, unbounded]).toEqual([statement.name, []]);
  }
}

/** One state after the other: each leaves the tables as the next one finds them. */
describe.sequential('each statement of a picture reaches what it reads by the key of its account, and no table as a whole', () => {
  test('on empty tables that were never analysed', checkAll);
  test('on empty tables that were analysed', async () => {
    await world.db.work.query('analyze');
    await checkAll();
  });
  test('on many rows, with the statistics of none', async () => {
    const { account } = await world.account(500);
    for (const text of [
      `insert into kept select $1, no, current_date - d, s, 1 from site, generate_series(0, 19) d, generate_series(1, 2) s where account_no = $1`,
      `insert into accepted select $1, no, current_date - d, 1, 100 from site, generate_series(0, 19) d where account_no = $1`,
      `insert into kept_day select $1, day, severity, sum(n) from kept where account = $1 group by day, severity`,
      `insert into gone_site (account, site) select $1 + n % 5, 1000000 + n from generate_series(1, 5000) n`,
      `insert into event (id, occurred_at, code, user_id, account, site, severity, username, message)
       select nextval('event_block'), now() - n * interval '1 second', n % 7, 1, $1, 1 + n % 100, 1, 'u', 'm' from generate_series(1, 10000) n`,
    ]) {
      await world.db.work.query(text, [account]);
    }
    await checkAll();
  });
  test('on many rows that were analysed', async () => {
    await world.db.work.query('analyze');
    await checkAll();
  });
  test('on many rows, beside thousands of accounts that have few', async () => {
    for (const text of [
      `insert into kept select 1000 + n / 3, n, current_date, 1, 1 from generate_series(1, 6000) n`,
      `insert into accepted select 1000 + n / 3, n, current_date, 1, 100 from generate_series(1, 6000) n`,
      `insert into kept_day select distinct account, day, 1, 1 from kept where account >= 1000`,
      `insert into gone_site (account, site) select 1000 + n / 3, 2000000 + n from generate_series(1, 6000) n`,
      `insert into event (id, occurred_at, code, user_id, account, site, severity, username, message)
       select nextval('event_block'), now(), 1, 1, 1000 + n / 3, n, 1, 'u', 'm' from generate_series(1, 6000) n`,
      'vacuum analyze',
    ])
      await world.db.work.query(text);
    await checkAll();
  });
});
