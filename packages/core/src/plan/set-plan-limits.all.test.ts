import { afterAll, beforeAll, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { one, openWorld, type EventWorld } from '../../test/event-world.ts';
import { alignRetention, setPlanLimits } from './set-plan-limits.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const actor = { kind: 'cli', name: 'test' } as const;

test('R§9.2 a changed retention reaches thousands of sites in transactions of at most 1,000 sites and 50 accounts, each with its grace period', async () => {
  await world.account(1100);
  await world.db.work.query(
    `with a as (insert into account (email, plan) select n || '@example.com', 'agency' from generate_series(1, 901) n returning no)
     insert into site (account_no, domain, domain_scope, site_url, retention_days)
     select no, no || '.example.org', 0, 'https://example.org', 365 from a`,
  );
  await world.db.work.query(`update account set plan = 'pro' where no = (select max(no) from account)`);
  await world.db.work.query(`update site set retention_days = 90 where no = (select max(no) from site)`);
  const core = coreOf(world);
  await setPlanLimits(core, actor, 'agency', { retention_days: 30 });
  // xmin tells which transaction wrote a row.
  const most = 'select max(n) as value from (select count(*) as n from site group by xmin) written';
  expect(await one(world.db, most)).toBeLessThanOrEqual(1000);
  // A process died after changing the plan; two others align the sites at the same time.
  await world.db.work.query(`update plan set retention_days = 20 where slug = 'agency'`);
  await Promise.all([alignRetention(core), alignRetention(coreOf(await world.another()))]);
  expect(await one(world.db, most)).toBeLessThanOrEqual(1000);
  const { rows } = await world.db.work.query(
    `select days, former, count(*) as sites from (
       select s.retention_days as days, array_agg(c.former_days order by c.no) as former
       from site s left join retention_cut c on c.site_no = s.no group by s.no) one group by 1, 2 order by 1`,
  );
  expect(rows).toEqual([
    { days: 20, former: [365, 30], sites: 2000 },
    { days: 90, former: [null], sites: 1 },
  ]);
  expect(await alignRetention(core)).toBe(0);
});
