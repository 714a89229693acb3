import type { Role } from '@goal/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { event, sentenceOf } from './member-world.ts';
import { signIn } from './people-world.ts';

// What an account uses, and the statistics of its events, as members see them (rulings §10.35).

let services: TestServices;
let operator: Credential;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('writer', 'admin:write');
  operator = { authorization: bearer(token) };
});
afterAll(() => services.close());

const today = `(now() at time zone 'utc')::date`;
const query = (text: string, values: unknown[]) => services.core.db.work.query<{ day: string }>(text, values);
/** The UTC day that is so many days after today, by the database's clock. */
async function dayAfter(days: number): Promise<string> {
  const { rows } = await query(`select (${today} + $1::int)::text as day`, [days]);
  return rows[0]?.day ?? '';
}

async function openAccount() {
  const account = await makeAccount(services, operator, 'pro');
  const { prisma } = services.core.db;
  const rowIdOf = async (id: string) => (await prisma.site.findFirstOrThrow({ where: { id } })).rowId;
  const { rowId: group } = await prisma.group.findFirstOrThrow({ where: { id: account.group.id } });
  const { rowId } = await prisma.account.findFirstOrThrow({ where: { id: account.id } });
  const as = async (role: Role, isOfGroup = false) =>
    services.callerOf(await signIn(services, account, { role, ...(isOfGroup ? { group } : {}) })).dashboard;
  const site = await rowIdOf(account.site.id);
  const other = await rowIdOf(account.otherSite.id);
  return { account, rowId, site, other, as };
}

/** Counters as the service would have left them: accepted and kept events of a day of a site. */
async function count(account: number, site: number, age: string, events: number): Promise<void> {
  const values = [account, site, events];
  await query(`insert into accepted select $1, $2, ${age}, $3::bigint, $3::bigint * 10`, values);
  await query(
    `insert into accepted_day select $1, ${age}, $2::bigint, $2::bigint * 10
     on conflict (account, day) do update set events = accepted_day.events + excluded.events, bytes = accepted_day.bytes + excluded.bytes`,
    [account, events],
  );
}

/** What statistics are asked of. */
type Of = { site_id?: string; group_id?: string };

const keep = async (account: number, site: number, age: number) => {
  await query(`insert into kept select $1, $2, ${today} - $3::int, 1, 1`, [account, site, age]);
  await query(`insert into kept_day select $1, ${today} - $2::int, 1, 1`, [account, age]);
};

test('R§10.18 R§10.35 usage is what binds now beside what is used: the plan’s limits, -1 for a reseller with those of the plan beside it', async () => {
  const { account, rowId, site, other, as } = await openAccount();
  const [owner, client] = [await as('owner'), await as('viewer', true)];
  await count(rowId, site, today, 3);
  await count(rowId, other, today, 4);
  const first = `date_trunc('month', ${today}::timestamp)`;
  await count(rowId, other, `(${first} - interval '11 months')::date`, 5);
  await count(rowId, other, `(${first} - interval '11 months')::date - 1`, 600);
  await keep(rowId, site, 10);
  await keep(rowId, other, 20);
  const plan = await services.core.db.prisma.plan.findFirstOrThrow({ where: { slug: 'pro' } });
  const planLimits = {
    sites: plan.sites,
    retention_days: plan.retentionDays,
    account_keys: 10,
    fair_use_events: Number(plan.fairUseEvents),
  };
  const usage = await owner.usage();
  const month = (await dayAfter(0)).slice(0, 7);
  expect(usage).toMatchObject({
    month,
    events: 7,
    fair_use_events: planLimits.fair_use_events,
    sites: { active: 2, paused: 0, limit: plan.sites },
    keys: { account: 1, limit: 10 },
    plan_limits: planLimits,
    retention: {
      days: plan.retentionDays,
      oldest_day: await dayAfter(-20),
      next_purge_day: await dayAfter(plan.retentionDays - 20),
      held: null,
    },
  });
  const { months } = usage;
  expect(months).toHaveLength(12);
  expect(months.at(-1)).toEqual({ month, events: 7, bytes: 70 });
  expect(months[0]).toMatchObject({ events: 5, bytes: 50 });
  expect(months.map((one) => one.month)).toEqual(months.map((one) => one.month).toSorted());
  expect(months.slice(1, -1).map(({ events }) => events)).toEqual(Array.from({ length: 10 }, () => 0));

  // A member of one group: its sites alone, and nothing that belongs to the account.
  expect(await client.usage()).toEqual({
    month,
    events: 3,
    forecast_events: null,
    fair_use_events: null,
    months: [],
    sites: { active: 1, paused: 0, limit: null },
    retention: {
      days: plan.retentionDays,
      oldest_day: await dayAfter(-10),
      next_purge_day: await dayAfter(plan.retentionDays - 10),
      held: null,
    },
    keys: null,
    plan_limits: null,
  });

  await query(`insert into retention_state (last_run_at, identity) values (now() - interval '1 day', 'another')`, []);
  const held = { next_purge_day: null, held: { since: expect.any(String) } };
  expect((await owner.usage()).retention).toMatchObject(held);
  expect((await client.usage()).retention).toMatchObject(held);

  await services.callerOf(operator).admin.accounts.setReseller({ id: account.id, enabled: true });
  const unlimited = { days: -1, next_purge_day: null, held: null };
  expect(await owner.usage()).toMatchObject({
    events: 7,
    fair_use_events: -1,
    sites: { active: 2, limit: -1 },
    keys: { account: 1, limit: -1 },
    plan_limits: planLimits,
    retention: { ...unlimited, oldest_day: await dayAfter(-20) },
  });
  expect((await client.usage()).retention).toMatchObject({ ...unlimited, oldest_day: await dayAfter(-10) });
  await query('delete from retention_state', []);

  // R§10.39: shown only while the plan has one.
  expect(await owner.usage()).not.toHaveProperty('hard_limit_events');
  const setLimit = (events: number | null) =>
    query(`update plan set hard_limit_events = $1::bigint where slug = 'pro'`, [events]);
  await setLimit(30_000);
  const limited = { plan_limits: { ...planLimits, hard_limit_events: 30_000 } };
  expect(await owner.usage()).toMatchObject({ hard_limit_events: -1, ...limited });
  await services.callerOf(operator).admin.accounts.setReseller({ id: account.id, enabled: false });
  expect(await owner.usage()).toMatchObject({ hard_limit_events: 30_000, ...limited });
  expect(await client.usage()).not.toHaveProperty('hard_limit_events');
  await setLimit(null);
});

test('R§10.35 statistics cover the account, a group or a site; what a member does not reach is 404, for every kind of id', async () => {
  const { account, rowId, site, other, as } = await openAccount();
  const foreign = await makeAccount(services, operator, 'pro');
  const [owner, client] = [await as('viewer'), await as('viewer', true)];
  const now = new Date().toISOString();
  const send = (key: Credential, ...codes: number[]) =>
    services.callerOf(key).ingest.events.send({ events: codes.map((code) => event({ code, occurred_at: now })) });
  await send(account.siteKey, 1002, 1002, 4007);
  await send({ authorization: bearer(account.otherSite.token), domain: account.otherSite.domain }, 9999);
  for (const [of, ages] of [
    [site, [3, 4, 5, 6, 7]],
    [other, [9, 10, 11, 12, 13]],
  ] as const)
    for (const age of ages) await count(rowId, of, `${today} - ${age}`, 1);
  // Both fell silent before the events of today.
  await query(`delete from accepted where account = $1 and day = ${today}`, [rowId]);

  const [inGroup, ofSite, ofOther] = [
    { group_id: account.group.id },
    { site_id: account.site.id },
    { site_id: account.otherSite.id },
  ];
  const totals = async (by: typeof owner, of: Of) => {
    const [activity, sites, codes, silent] = await Promise.all([
      by.activity({ ...of, days: 7 }),
      by.topSites({ ...of, days: 90 }),
      by.topCodes({ ...of, days: 7 }),
      by.silentSites(of),
    ]);
    expect(activity.days).toHaveLength(7);
    return {
      events: activity.total,
      kept: activity.kept?.events,
      sites: sites.sites.map(({ domain }) => domain),
      sent: sites.total,
      codes: codes.codes.map(({ code, name = '', events }) => `${code} ${name}: ${events}`),
      silent: silent.sites.map(({ domain }) => domain),
    };
  };
  const { domain } = account.site;
  const whole = { events: 4, kept: 4, sites: [domain, account.otherSite.domain], sent: 10 };
  const both = {
    codes: ['1002 user: failed login: 2', '4007 user: deleted: 1', '9999 : 1'],
    silent: [domain, account.otherSite.domain],
  };
  expect(await totals(owner, {})).toEqual({ ...whole, ...both });
  const shops = {
    events: 3,
    kept: undefined,
    sites: [domain],
    sent: 5,
    codes: ['1002 user: failed login: 2', '4007 user: deleted: 1'],
    silent: [domain],
  };
  expect(await totals(owner, inGroup)).toEqual(shops);
  expect(await totals(client, {})).toEqual(shops);
  expect(await totals(client, { group_id: account.group.id.toUpperCase() })).toEqual(shops);
  expect(await totals(owner, ofSite)).toEqual({ ...shops, kept: 3 });
  expect(await totals(client, { ...ofSite, ...inGroup })).toEqual({ ...shops, kept: 3 });
  expect((await owner.topCodes({ ...inGroup, days: 7 })).complete).toBe(true);

  const empty = await services.callerOf(account.accountKey).account.groups.create({ name: 'Hospitals' });
  const unreached: Of[] = [
    ...['x', '', crypto.randomUUID()].flatMap((id) => [{ site_id: id }, { group_id: id }]),
    { site_id: foreign.site.id },
    { group_id: foreign.group.id },
    { ...ofOther, ...inGroup },
  ];
  const fourTimes = (sentence: string) => [sentence, sentence, sentence, sentence];
  const answers = (by: typeof owner, of: Of) => [by.activity(of), by.topSites(of), by.topCodes(of), by.silentSites(of)];
  for (const of of unreached)
    expect(await Promise.all(answers(owner, of).map(sentenceOf))).toEqual(fourTimes('not found'));
  for (const of of [...unreached, ofOther, { group_id: empty.id }])
    expect(await Promise.all(answers(client, of).map(sentenceOf))).toEqual(fourTimes('not found'));
  expect(await totals(owner, { group_id: empty.id })).toMatchObject({ events: 0, sites: [], codes: [], silent: [] });
  for (const days of [6, 8, 91, 'x' as never]) expect(await sentenceOf(owner.activity({ days }))).toBe('invalid days');
});

test('R§10.35 a site tells what its last refusal means for a member, and which domain the request named, cut and without a key', async () => {
  const { account, as } = await openAccount();
  const viewer = await as('viewer', true);
  const lastRefusal = async (domain?: string) => {
    const key = { authorization: account.siteKey.authorization, ...(domain === undefined ? {} : { domain }) };
    expect(await sentenceOf(services.callerOf(key).ingest.events.send(event()))).toBe('domain mismatch');
    return viewer.sites.get({ id: account.site.id });
  };
  expect(await viewer.sites.get({ id: account.site.id })).toMatchObject({ refusal_help: null, refused_domain: null });
  expect(await lastRefusal('<b>www.example.com')).toMatchObject({
    last_refusal: 'domain mismatch',
    refused_domain: '<b>www.example.com',
    refusal_help: { meaning: expect.stringContaining('X-Site-Domain'), remedy: expect.stringContaining('the plugin') },
  });
  expect((await lastRefusal('a.'.repeat(300))).refused_domain).toBe('a.'.repeat(300).slice(0, 253));
  const pasted = `${'b '.repeat(120)}${account.site.token}`;
  expect((await lastRefusal(pasted)).refused_domain).toContain(account.site.prefix);
  expect((await lastRefusal(pasted)).refused_domain).not.toContain(account.site.token.slice(-40, -20));
  expect((await lastRefusal()).refused_domain).toBeNull();
  expect((await lastRefusal('www.example.com')).refused_domain).toBe('www.example.com');
  await services.callerOf(operator).admin.sites.revoke({ id: account.site.id });
  expect(await sentenceOf(services.callerOf(account.siteKey).ingest.events.send(event()))).toBe('site revoked');
  const revoked = await viewer.sites.get({ id: account.site.id });
  expect(revoked).toMatchObject({
    last_refusal: 'site revoked',
    refused_domain: null,
    refusal_help: { remedy: 'Ask the provider for the reason. Only the provider can bring the site back.' },
  });
});
