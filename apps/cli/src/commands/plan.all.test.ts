import { inAllRun } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { json, openService, type ServiceUnderTest } from '../testing/service.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.end());

const figures = () => service.rows(`select slug, sites, retention_days, fair_use_events from plan order by sites`);
const acts = () =>
  service.rows(`select actor_kind, actor, detail from action where action = 'plan.set' order by occurred_at`);
const defaults = [
  { slug: 'free', sites: 1, retention_days: 7, fair_use_events: 10_000 },
  { slug: 'starter', sites: 5, retention_days: 30, fair_use_events: 250_000 },
  { slug: 'pro', sites: 25, retention_days: 90, fair_use_events: 2_000_000 },
  { slug: 'agency', sites: 100, retention_days: 365, fair_use_events: 10_000_000 },
];

test('R§9.1 plan list shows the limits of each plan, in words and as one JSON object', async () => {
  const { plans } = json(await service.goal('plan list --json'));
  expect(plans).toMatchObject(defaults);
  const { code, out, err } = await service.goalProcess('plan list');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.trim().split('\n')).toEqual([
    'free       1 site, 7 days, 10,000 events a month, API: no',
    'starter    5 sites, 30 days, 250,000 events a month, API: yes',
    'pro        25 sites, 90 days, 2,000,000 events a month, API: yes',
    'agency     100 sites, 365 days, 10,000,000 events a month, API: yes',
  ]);
});

test('R§9.1 wrong usage of plan set exits with 1 and the reason, and changes and records nothing', async () => {
  const cases: [args: string, reason: string][] = [
    ['plan set pro', '--sites, --retention-days, --fair-use or --hard-limit'],
    ['plan set gold --sites 3', 'no such plan'],
    ['plan set pro --sites -1', '0 to 1000000'],
    ['plan set pro --sites 1000001', '0 to 1000000'],
    ['plan set pro --sites 1.5', '0 to 1000000'],
    ['plan set pro --sites 3 --retention-days 0', '1 to 36500'],
    ['plan set pro --retention-days 36501', '1 to 36500'],
    ['plan set pro --fair-use 1000000000001', '0 to 1000000000000'],
    ['plan set pro --hard-limit 0', '1 to 1000000000000'],
    ['plan set --sites 3', 'slug'],
  ];
  for (const [args, reason] of cases) {
    const { code, out, err } = await service.goal(args);
    expect({ code, out }, args).toEqual({ code: 1, out: '' });
    expect(err, args).toContain(reason);
  }
  expect(await figures()).toEqual(defaults);
  expect(await acts()).toEqual([]);
});

test('R§9.1 plan set changes only the limits it names and records their old values; repeating it records nothing', async () => {
  const plan = json(await service.goal('plan set starter --sites 6 --fair-use 0 --json'));
  expect(plan).toEqual({
    slug: 'starter',
    sites: 6,
    retention_days: 30,
    keys_per_site: 2,
    api: true,
    fair_use_events: 0,
  });
  const words = await service.goal('plan set starter --sites 6');
  expect(words).toMatchObject({ code: 0, err: '' });
  expect(words.out).toBe(
    'starter    6 sites, 30 days, 0 events a month, API: yes\nExisting sites above a lower limit stay as they are.\n',
  );
  expect(await figures()).toEqual(
    defaults.map((one) => (one.slug === 'starter' ? { ...one, sites: 6, fair_use_events: 0 } : one)),
  );
  expect(await acts()).toEqual([
    {
      actor_kind: 'cli',
      actor: 'goal plan',
      detail: { plan: 'starter', sites: { from: 5, to: 6 }, fair_use_events: { from: 250_000, to: 0 } },
    },
  ]);
});

inAllRun(() => {
  test('R§10.39 plan set gives a plan a hard limit and takes it off, and plan list shows it only while there is one', async () => {
    const set = async (limit: string) => json(await service.goal(`plan set free --hard-limit ${limit} --json`));
    expect(await set('30000')).toMatchObject({ slug: 'free', hard_limit_events: 30_000 });
    expect((await service.goal('plan list')).out).toContain('10,000 events a month (at most 30,000), API: no');
    expect(await set('none')).not.toHaveProperty('hard_limit_events');
    expect((await acts()).slice(-2).map(({ detail }) => detail)).toEqual([
      { plan: 'free', hard_limit_events: { from: null, to: 30_000 } },
      { plan: 'free', hard_limit_events: { from: 30_000, to: null } },
    ]);
  });

  test("R§9.2 a shorter retention applies to the plan's sites, and their former retention is kept for the grace period", async () => {
    await service.rows(
      `with a as (insert into account (email, plan) select slug || '@example.com', slug from plan returning no, plan)
     insert into site (account_no, domain, domain_scope, site_url, retention_days)
     select a.no, slug || '.example.com', 0, 'https://example.com', retention_days from a join plan on slug = a.plan`,
    );
    await service.goal('plan set pro --retention-days 60');
    expect(await service.rows('select domain, retention_days from site order by retention_days')).toEqual([
      { domain: 'free.example.com', retention_days: 7 },
      { domain: 'starter.example.com', retention_days: 30 },
      { domain: 'pro.example.com', retention_days: 60 },
      { domain: 'agency.example.com', retention_days: 365 },
    ]);
    expect(await service.rows('select former_days from retention_cut')).toEqual([{ former_days: 90 }]);
    await service.goal('plan set pro --retention-days 120');
    expect(await service.rows('select former_days from retention_cut')).toEqual([{ former_days: 90 }]);
  });
});
