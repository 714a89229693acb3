import { afterAll, beforeAll, expect, test } from 'vitest';

import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { address, event, openEventAccount, sentenceOf } from './member-world.ts';
import { signIn } from './people-world.ts';

// A month for paper, as members see it (rulings §10.37).

let services: TestServices;
let operator: Credential;
let world: Awaited<ReturnType<typeof openEventAccount>>;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('writer', 'admin:write');
  operator = { authorization: bearer(token) };
  world = await openEventAccount(services, operator);
});
afterAll(() => services.close());

const month = '2026-01';
const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-31T23:59:59.999Z' };
const none = { info: 0, low: 0, medium: 0, high: 0, critical: 0 };

test('R§10.37 R§11.3 the numbers of a report are those of the summary, and its events those of the list', async () => {
  const { account, send, other, as } = world;
  await send(account.siteKey, event({ code: 4007, severity: 'critical', message: 'Deleted jo', ip: address }));
  await send(other, event({ code: 5007, severity: 'high', occurred_at: '2026-01-31T23:59:59.999Z' }));
  await send(other, event({ severity: 'critical', occurred_at: '2026-02-01T00:00:00Z' }));
  const owner = await as('owner');
  const report = await owner.report({ month });
  const sum = (by: 'day' | 'severity' | 'site' | 'code' | 'user') => owner.events.summary({ ...range, by });
  expect(report).toMatchObject({
    brand: null,
    period: { month, from: '2026-01-01', to: '2026-01-31', kept_from: '2026-01-01' },
    site: null,
    group: null,
    events: 4,
    complete: true,
  });
  expect(report.by_day).toHaveLength(31);
  expect(report.by_day[13]).toEqual({ day: '2026-01-14', ...none, low: 1 });
  expect(report.by_day[30]).toEqual({ day: '2026-01-31', ...none, high: 1 });
  for (const { severity = 'info', events } of (await sum('severity')).counts)
    expect([severity, report.by_severity[severity]]).toEqual([severity, events]);
  expect(report.top_sites).toEqual({ sites: (await sum('site')).counts, other: 0, counted_back_to: null });
  expect(report.top_codes).toEqual({ codes: (await sum('code')).counts, other: 0, counted_back_to: null });
  expect(report.top_users.users).toMatchObject((await sum('user')).counts);
  expect(report.changes).toMatchObject({ users: [{ code: 4007, events: 1 }], plugins: [{ code: 5007 }], settings: [] });
  const { events } = await owner.events.list({ ...range, severity: ['high', 'critical'] });
  expect(report.notable).toEqual({ events, more: 0, searched_back_to: null });
  expect(events.map(({ ip }) => ip)).toEqual([undefined, address]);
});

test('R§10.37 R§10.6 a member of one group gets a report of that group, and what is beyond it does not exist', async () => {
  const { account, as } = world;
  const client = await as('viewer', true);
  const report = await client.report({ month });
  expect(report.group).toEqual({ id: account.group.id, name: expect.any(String) });
  expect(report.events).toBe(2);
  expect(report.top_sites?.sites).toMatchObject([{ site_id: account.site.id, domain: account.site.domain, events: 2 }]);
  expect(await client.report({ month, group_id: account.group.id })).toEqual(report);
  const ofSite = await client.report({ month, site_id: account.site.id });
  expect(ofSite).toMatchObject({ site: { site_id: account.site.id }, top_sites: null, events: 2 });
  for (const beyond of [
    { site_id: account.otherSite.id },
    { site_id: 'x' },
    { group_id: crypto.randomUUID() },
    { group_id: 'x' },
  ])
    expect(await sentenceOf(client.report({ month, ...beyond }))).toBe('not found');
});

test('R§11.5 while an owner hides addresses no report has one, whoever reads it', async () => {
  const { as } = world;
  const owner = await as('owner');
  await owner.account.update({ hide_ip: true });
  const { notable } = await owner.report({ month });
  expect(notable.events).toHaveLength(2);
  for (const one of notable.events) expect(one).not.toHaveProperty('ip');
  await owner.account.update({ hide_ip: false });
});

test.each([['2026-13'], ['2026-1'], ['1999-12'], ['2026-01-01'], [''], ['2999-01'], [7]])(
  'R§10.37 the month %j is refused, before an id is looked for',
  async (wrong) => {
    const viewer = await world.as('viewer');
    // The test sends what the types forbid.
    expect(await sentenceOf(viewer.report({ month: wrong as string, site_id: 'x' }))).toBe('invalid month');
  },
);

test('R§10.37 a report lists 200 notable events and says how many more there are, counts a month in as many parts as it needs, and the newest 20,000 events alone if it is to be quick', async () => {
  const { account, as } = await openEventAccount(services, operator);
  const { prisma, work } = services.core.db;
  const { rowId: site, accountRowId } = await prisma.site.findFirstOrThrow({ where: { id: account.site.id } });
  await work.query(
    `insert into event (id, occurred_at, code, user_id, account, site, severity, username, message)
     select 1000000000000 + n, timestamptz '2026-03-31 12:00Z' - n * interval '1 minute', n % 300, 1, $1, $2, case when n <= 201 then 5 else 1 end, 'u', 'm'
     from generate_series(1, 20001) n`,
    [accountRowId, site],
  );
  for (const text of [
    `insert into kept select account, site, (occurred_at at time zone 'utc')::date, severity, count(*) from event where account = $1 and occurred_at >= '2026-03-01' group by 1, 2, 3, 4`,
    `insert into kept_day select account, day, severity, sum(n) from kept where account = $1 and day >= '2026-03-01' group by 1, 2, 3`,
  ])
    await work.query(text, [accountRowId]);
  const owner = await as('owner');
  const report = await owner.report({ month: '2026-03' });
  // Codes are too many for the changes.
  expect(report).toMatchObject({ events: 20_001, complete: false });
  expect(report.by_severity).toEqual({ ...none, info: 19_800, critical: 201, counted_back_to: null });
  expect(report.notable.events).toHaveLength(200);
  expect(report.notable).toMatchObject({ more: 1, searched_back_to: null });
  expect(report.top_codes.codes).toHaveLength(10);
  expect(report.changes.other).toBeGreaterThan(0);
  const countedOf = ({ top_codes: codes }: typeof report): number =>
    codes.other + codes.codes.reduce((sum, { events }) => sum + events, 0);
  expect([report.top_codes.counted_back_to, countedOf(report)]).toEqual([null, 20_001]);
  expect(report.top_users).toMatchObject({ users: [{ user_id: 1, events: 20_001 }], other: 0, counted_back_to: null });
  const quick = await owner.report({ month: '2026-03', quick: true });
  expect(quick.top_codes.counted_back_to).toMatch(/^2026-03-/);
  expect(countedOf(quick)).toBeGreaterThanOrEqual(10_000);
  expect(countedOf(quick)).toBeLessThanOrEqual(20_000);
  expect(quick).toMatchObject({ events: 20_001, by_severity: report.by_severity, notable: report.notable });
  // The test sends what the types forbid.
  expect(await sentenceOf(owner.report({ month: '2026-03', quick: 'yes' as unknown as boolean }))).toBe(
    'invalid quick',
  );
});

test('R§10.37 a report ranks people, and counts the events without a user id apart', async () => {
  const { account, as } = await openEventAccount(services, operator);
  const { prisma, work } = services.core.db;
  const { rowId: site, accountRowId } = await prisma.site.findFirstOrThrow({ where: { id: account.site.id } });
  await work.query(
    `insert into event (id, occurred_at, code, user_id, account, site, severity, username, message)
     select 3000000000000 + n, timestamptz '2026-06-15 12:00Z', 1000, case when n <= 30 then 0 else n % 12 + 1 end, $1, $2, 1, 'u', 'm'
     from generate_series(1, 54) n`,
    [accountRowId, site],
  );
  const { top_users: users, complete } = await (await as('owner')).report({ month: '2026-06' });
  expect(users.users.map(({ user_id, events }) => [user_id > 0, events])).toEqual(Array(10).fill([true, 2]));
  expect([users.without_user, users.other, complete]).toEqual([30, 4, true]);
});

test('R§10.37 what was not recorded: the days on which a site that usually records something was silent', async () => {
  const { account, as } = await openEventAccount(services, operator);
  const { prisma, work } = services.core.db;
  const { rowId: site, accountRowId } = await prisma.site.findFirstOrThrow({ where: { id: account.site.id } });
  await work.query(
    `insert into accepted select $1, $2, day::date, 1, 100 from generate_series(date '2026-01-01', date '2026-04-10', '1 day') day
     where day not between '2026-03-05' and '2026-03-11'`,
    [accountRowId, site],
  );
  const { id: site_id, domain } = account.site;
  const silences = {
    sites: [{ site_id, domain, from: '2026-03-05', to: '2026-03-11', days: 7, usual_gap_days: 1 }],
    more: 0,
    complete: true,
  };
  const month = '2026-03';
  const client = await as('viewer', true);
  expect(await client.report({ month })).toMatchObject({ silences });
  expect(await client.report({ month, site_id })).toMatchObject({ silences });
  const owner = await as('owner');
  expect(await owner.report({ month })).toMatchObject({ silences });
  expect((await owner.report({ month, site_id: account.otherSite.id })).silences.sites).toEqual([]);
});

test('R§10.37 a report is not complete, and says so, where changes may be of codes too rare to look at, or sites were not judged', async () => {
  const { account, as } = await openEventAccount(services, operator);
  const { prisma, work } = services.core.db;
  const { rowId: site, accountRowId } = await prisma.site.findFirstOrThrow({ where: { id: account.site.id } });
  const addCodes = (from: number, to: number) =>
    work.query(
      `insert into event (id, occurred_at, code, user_id, account, site, severity, username, message)
       select 2000000000000 + n, timestamptz '2026-05-15 12:00Z', 100000 + n, 1, $1, $2, 1, 'u', 'm' from generate_series($3::int, $4::int) n`,
      [accountRowId, site, from, to],
    );
  const owner = await as('owner');
  const report = () => owner.report({ month: '2026-05' });
  await addCodes(1, 200);
  expect(await report()).toMatchObject({ complete: true, changes: { other: 0 }, silences: { complete: true } });
  await addCodes(201, 201);
  expect(await report()).toMatchObject({ complete: false, changes: { other: 1 } });
  await work.query('delete from event where account = $1', [accountRowId]);
  await work.query(
    `with s as (insert into site (account_no, domain, domain_scope, site_url, retention_days)
       select $1, n || '.many.example', $1, 'https://' || n || '.many.example/', 30 from generate_series(1, 10001) n returning no)
     insert into accepted (account, site, day, events, bytes) select $1, no, date '2026-05-15', 1, 1 from s`,
    [accountRowId],
  );
  expect(await report()).toMatchObject({ complete: false, changes: { other: 0 }, silences: { complete: false } });
});

test('R§10.37 R§9.2 a report says from which day on the plan keeps events, and is not complete where some are older', async () => {
  const account = await makeAccount(services, operator, 'pro');
  const { dashboard } = services.callerOf(await signIn(services, account, { role: 'viewer' }));
  const { period, complete } = await dashboard.report({ month: new Date().toISOString().slice(0, 7) });
  expect([period.kept_from, complete]).toEqual([period.from, true]);
  expect(await dashboard.report({ month: '2020-01' })).toMatchObject({ period: { kept_from: null }, complete: false });
});
