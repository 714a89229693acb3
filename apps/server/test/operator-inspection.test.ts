import { randomUUID } from 'node:crypto';

import {
  accountSummaryShape,
  inspectedGroupShape,
  inspectedSiteRowShape,
  inspectedSiteShape,
  planShape,
  siteKeyShape,
  statusShape,
} from '@goal/contract';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { freshDomain, makeEvent, sharedService, unique, type Account, type Group, type Site } from './harness.ts';

const service = await sharedService();
let account: Account;
let group: Group;

/** In the group, with two events. */
let sending: Site;
let refused: Site;

beforeAll(async () => {
  account = await service.makeAccount({ plan: 'starter' });
  group = await service.makeGroup(account, { external_ref: 'ref' });
  refused = await service.makeSite(account);
  sending = await service.makeSite(account, { group_id: group.id });
  await service.ingest(sending, [makeEvent(), makeEvent()]);
});

type Query = Readonly<Record<string, string | number | readonly string[]>>;
const read = (path: string, query: Query = {}) => service.admin('GET', path, { query, token: service.adminRead });
const summaryOf = async (one: { id: string }) =>
  (await read(`/accounts/${one.id}/summary`)).as(200, accountSummaryShape);
const sitePage = z.object({ sites: z.array(inspectedSiteRowShape), next_cursor: z.string() });
const sitesOf = async (one: { id: string }, query: Query = {}) =>
  (await read(`/accounts/${one.id}/sites`, query)).as(200, sitePage).sites;
const inspect = async (one: { id: string }) => (await read(`/sites/${one.id}`)).as(200, inspectedSiteShape);
const time = expect.any(String) as string;

const limits = { sites: 5, retention_days: 30, keys_per_site: 2, account_keys: 10, fair_use_events: 250_000 };
const unlimited = { sites: -1, retention_days: -1, keys_per_site: -1, account_keys: -1, fair_use_events: -1 };

test('the summary shows the plan’s limits beside the usage; a reseller’s shows both the effective and the plan’s limits', async () => {
  const one = await service.makeAccount({ plan: 'starter' });
  await service.makeGroup(one);
  const spare = await service.makeAccountKey(one);
  (await service.admin('DELETE', `/accounts/${one.id}/keys/${spare.prefix}`)).done();
  const [first] = [await service.makeSite(one), await service.makeSite(one), await service.makeSite(one)];
  await service.revokeSite(await service.makeSite(one));
  await service.ingest(first, [makeEvent(), makeEvent({ severity: 'high' })]);
  // A deletion does not reduce the count (rulings §9.3).
  const gone = await service.makeSite(one);
  await service.ingest(gone, [makeEvent()]);
  (await service.admin('DELETE', `/sites/${gone.id}?confirm=true`)).done();
  await service.setPlan(one, 'free');
  await service.setPlan(one, 'starter');
  const expected = {
    id: one.id,
    email: one.email,
    name: null,
    plan: 'starter',
    is_reseller: false,
    created_at: time,
    limits,
    plan_limits: limits,
    api: true,
    usage: { sites_active: 1, sites_paused: 2, sites_revoked: 1, groups: 1, account_keys: 1, events_this_month: 3 },
    fair_use_mail: null,
    last_downgrade: { at: time, sites_paused: 2, sites_that_fit: 2 },
    kept: { events: 2, oldest_day: time, kept_until: time },
  };
  expect(await summaryOf(one)).toEqual(expected);
  await service.setPlan(one, 'free');
  expect(await summaryOf(one)).toMatchObject({
    api: false,
    limits: { sites: 1, retention_days: 7, fair_use_events: 10_000 },
  });
  await service.setReseller(one, true);
  expect(await summaryOf(one)).toMatchObject({
    is_reseller: true,
    api: true,
    limits: unlimited,
    plan_limits: { sites: 1 },
  });
});

test('events of the month cover the UTC calendar month, all sites of the account, and no other account', async () => {
  const [one, other] = [await service.makeAccount(), await service.makeAccount()];
  for (const { id } of [one, other])
    await service.db.work.query(
      `INSERT INTO accepted_day (account, day, events, bytes)
       SELECT a.no, m.first + d, 10, 1 FROM account a, (SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date AS first) m, generate_series(-3, 0) d
       WHERE a.id = $1`,
      [id],
    );
  await service.ingest(await service.makeSite(one), [makeEvent()]);
  expect((await summaryOf(one)).usage.events_this_month).toBe(11);
  expect((await summaryOf(other)).usage.events_this_month).toBe(10);
});

test('one site shows why nothing arrives: last accepted event, last refusal with its sentence, owner and retention', async () => {
  await refused.call('POST', '/events', { domain: 'other.example', body: makeEvent() });
  expect(await inspect(refused)).toEqual({
    ...(await sitesOf(account, { q: refused.id }))[0],
    email: account.email,
    last_refused_at: time,
    last_refusal: 'domain mismatch',
    silence: null,
    kept: { events: 0, oldest_day: null, kept_until: null },
  });
  const view = await inspect(sending);
  expect(view).toMatchObject({ last_refused_at: null, last_refusal: null, last_accepted_at: time, events_per_day: 2 });
  expect(view.kept).toMatchObject({ events: 2 });
});

test('a site’s keys are listed as its owner sees them, active and revoked', async () => {
  const keys = async () =>
    (await read(`/sites/${sending.id}/keys`)).as(200, z.object({ keys: z.array(siteKeyShape) })).keys;
  const second = z
    .object({ prefix: z.string() })
    .parse((await account.call('POST', `/sites/${sending.id}/tokens`)).body);
  (await account.call('DELETE', `/sites/${sending.id}/tokens/${second.prefix}`)).done();
  const listed = await keys();
  expect(listed).toMatchObject([
    { prefix: second.prefix, revoked_at: time },
    { prefix: sending.prefix, revoked_at: null },
  ]);
  expect((await account.call('GET', `/sites/${sending.id}/tokens`)).body).toEqual({ tokens: listed });
});

test('the groups of an account come in pages, newest first, each with its number of sites and working keys', async () => {
  const groupPage = z.object({ groups: z.array(inspectedGroupShape), next_cursor: z.string() });
  const keys = [await service.makeGroupKey(account, group), await service.makeGroupKey(account, group)];
  (await account.call('DELETE', `/groups/${group.id}/keys/${keys[0]?.prefix}`)).done();
  for (let n = 0; n < 4; n += 1) await service.makeGroup(account);
  const walked = [];
  for (let cursor = '', end = false; !end; end = cursor === '') {
    const answer = (await read(`/accounts/${account.id}/groups`, { limit: 2, cursor })).as(200, groupPage);
    walked.push(...answer.groups);
    cursor = answer.next_cursor;
  }
  expect(walked.map(({ active_key_count: _, ...row }) => row)).toEqual(await service.groupsOf(account));
  expect(walked.at(-1)).toEqual({
    id: group.id,
    name: group.name,
    external_ref: 'ref',
    created_at: time,
    site_count: 1,
    active_key_count: 1,
  });
});

test('the plans come with their limits, smallest first', async () => {
  const { plans } = (await read('/plans')).as(200, z.object({ plans: z.array(planShape) }));
  expect(plans.map(({ slug }) => slug)).toEqual(['free', 'starter', 'pro', 'agency']);
  expect(plans[0]).toEqual({
    slug: 'free',
    sites: 1,
    retention_days: 7,
    keys_per_site: 2,
    api: false,
    fair_use_events: 10_000,
  });
});

test('unknown ids are 404 whatever the parameters, and bad parameters are refused in the order of the table', async () => {
  for (const id of [randomUUID(), 'x', sending.id])
    for (const path of ['summary', 'sites?limit=0', 'groups?limit=0'])
      (await read(`/accounts/${id}/${path}`)).refused(404, 'not found');
  for (const id of [randomUUID(), 'x', account.id])
    for (const path of ['', '/keys']) (await read(`/sites/${id}${path}`)).refused(404, 'not found');
  for (const [query, message] of [
    ['q=a&q=b&status=x', 'invalid q'],
    ['status=gone&limit=0', 'invalid status'],
    ['status=', 'invalid status'],
    ['limit=201', 'invalid limit'],
    ['cursor=x', 'invalid cursor'],
  ] as const)
    (await read(`/accounts/${account.id}/sites?${query}`)).refused(400, message);
  for (const [query, message] of [
    ['limit=0', 'invalid limit'],
    ['cursor=x', 'invalid cursor'],
  ] as const)
    (await read(`/accounts/${account.id}/groups?${query}`)).refused(400, message);
});

test('no answer to an operator contains an event’s text, user or address, or a secret', async () => {
  const text = unique();
  const site = await service.makeSite(account, { domain: freshDomain() });
  const event = makeEvent({
    message: text,
    username: text,
    user_agent: text,
    session_id: text,
    object: text,
    event_type: text,
  });
  await service.ingest(site, [event]);
  const paths = ['summary', 'sites', 'groups', 'keys'].map((part) => `/accounts/${account.id}/${part}`);
  const search = [
    '/accounts',
    '/sites',
    '/plans',
    '/actions',
    '/whoami',
    `/keys?prefix=${site.prefix}`,
    `/accounts?search=${site.prefix}`,
  ];
  for (const path of [...paths, ...search, `/sites/${site.id}`, `/sites/${site.id}/keys`]) {
    const answer = await read(path);
    expect(answer.status, path).toBe(200);
    expect(answer.text, path).not.toContain(text);
    for (const token of [site.token, account.token, service.adminRead])
      expect(answer.text, path).not.toContain(token.split('_')[3]);
  }
});

test('R§8 GET /admin/status: an operator reads the instances, and what needs attention', async () => {
  const { version, instances, concerns } = (await read('/status')).as(200, statusShape);
  const [own] = instances.filter(({ kind }) => kind === 'server');
  expect([own?.version, concerns.filter((one) => one.includes('No server was heard of'))]).toEqual([version, []]);
});
