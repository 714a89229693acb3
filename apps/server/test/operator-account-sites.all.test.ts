import { randomUUID } from 'node:crypto';

import { accountSummaryShape, inspectedSiteRowShape } from '@goal/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { makeEvent, sharedService, unique } from './harness.ts';

const service = await sharedService();
const account = await service.makeAccount({ plan: 'starter' });
const group = await service.makeGroup(account, { external_ref: 'ref' });
const refused = await service.makeSite(account, { name: 'Zweig 50%_Café' });
const sending = await service.makeSite(account, { name: 'Shop', group_id: group.id });

/** Returns the newest site of the group. */

type Query = Readonly<Record<string, string | number | readonly string[]>>;
const read = (path: string, query: Query = {}) => service.admin('GET', path, { query, token: service.adminRead });
const summaryOf = async (one: { id: string }) =>
  (await read(`/accounts/${one.id}/summary`)).as(200, accountSummaryShape);
const sitePage = z.object({ sites: z.array(inspectedSiteRowShape), next_cursor: z.string() });
const sitesOf = async (one: { id: string }, query: Query = {}) =>
  (await read(`/accounts/${one.id}/sites`, query)).as(200, sitePage).sites;
const time = expect.any(String) as string;

test('the sites of an account come newest first with their group, keys and arrivals, always fresh', async () => {
  const begun = Date.now();
  await service.ingest(sending, [makeEvent({ message: 'top secret', username: 'somebody' }), makeEvent()]);
  const fields = {
    retention_days: 30,
    created_at: time,
    account_id: account.id,
    rate_limit_rps: 10,
    active_token_count: 1,
  };
  const [first, second, ...more] = await sitesOf(account);
  expect(first).toEqual({
    ...fields,
    id: sending.id,
    domain: sending.domain,
    site_url: `https://${sending.domain}/`,
    name: 'Shop',
    status: 'active',
    group_id: group.id,
    group_name: group.name,
    last_accepted_at: time,
    events_per_day: 2,
  });
  expect(Date.parse(first?.last_accepted_at ?? '')).toBeGreaterThan(begun - 1000);
  expect(Date.parse(first?.last_accepted_at ?? '')).toBeLessThan(Date.now() + 1000);
  expect(second).toMatchObject({
    id: refused.id,
    group_id: null,
    group_name: null,
    last_accepted_at: null,
    events_per_day: 0,
  });
  expect(more).toEqual([]);
});

test('events a day are the mean of the last 30 UTC days, or of the site’s age if it is younger, to one decimal', async () => {
  const one = await service.makeAccount();
  const means = async (
    createdDaysAgo: number,
    counts: [daysAgo: number, events: number][],
  ): Promise<number | undefined> => {
    const { id } = await service.makeSite(one);
    await service.db.work.query(`UPDATE site SET created_at = now() - $2::int * interval '1 day' WHERE id = $1`, [
      id,
      createdDaysAgo,
    ]);
    for (const [ago, events] of counts)
      await service.db.work.query(
        `INSERT INTO accepted SELECT account_no, no, (now() AT TIME ZONE 'UTC')::date - $2::int, $3::bigint, 1 FROM site WHERE id = $1`,
        [id, ago, events],
      );
    return (await sitesOf(one, { q: id }))[0]?.events_per_day;
  };
  expect(
    await means(400, [
      [0, 30],
      [29, 30],
      [30, 9000],
    ]),
  ).toBe(2);
  expect(await means(400, [[3, 1]])).toBe(0);
  expect(await means(400, [[3, 2]])).toBe(0.1);
  expect(
    await means(9, [
      [0, 5],
      [9, 20],
    ]),
  ).toBe(2.5);
  expect(await means(0, [[0, 7]])).toBe(7);
  expect(await means(0, [])).toBe(0);
});

test('sites filter by status, by id, or by part of domain or name in any case; wildcards are ordinary characters', async () => {
  const ids = async (query: Query) => (await sitesOf(account, query)).map(({ id }) => id);
  const other = await service.makeSite(await service.makeAccount(), { name: 'Shop' });
  for (const q of [sending.domain.slice(2, 9).toUpperCase(), 'SHOP', 'hop', sending.id.toUpperCase()])
    expect(await ids({ q }), q).toEqual([sending.id]);
  for (const q of ['CAFÉ', '50%', '%_c', 'zweig 5']) expect(await ids({ q }), q).toEqual([refused.id]);
  for (const q of ['5_%', '.%', other.domain, other.id, randomUUID()]) expect(await ids({ q }), q).toEqual([]);
  const foreign = await service.makeSite(account, { domain: `${unique()}.bücher.example` });
  for (const q of ['.bücher.ex', 'BÜCHER', 'xn--bcher']) expect(await ids({ q }), q).toEqual([foreign.id]);
  await service.revokeSite(foreign);
  expect(await ids({ status: 'revoked' })).toEqual([foreign.id]);
  expect(await ids({ status: ['active', 'revoked'], q: 'xn--' })).toEqual([foreign.id]);
  expect(await ids({ status: 'active,paused' })).toEqual([sending.id, refused.id]);
  (await service.admin('DELETE', `/sites/${foreign.id}?confirm=true`)).done();
});

test('5,000 sites come in pages that show each once, newest first, even if many share one moment', async () => {
  const one = await service.makeAccount({ reseller: true });
  for (let from = 1; from < 5000; from += 1000)
    await service.db.work.query(
      `INSERT INTO site (account_no, domain, domain_scope, site_url, retention_days, created_at, status)
       SELECT no, 'shop-' || n || '.inspected.example', 0, 'https://x/', 90, '2026-01-01'::timestamptz + n / 7 * interval '1 ms', CASE n % 3 WHEN 0 THEN 'paused' ELSE 'active' END
       FROM account CROSS JOIN generate_series($2::int, $2 + 999) n WHERE id = $1`,
      [one.id, from],
    );
  const walk = async (query: Query): Promise<string[]> => {
    const domains = [];
    for (let cursor = '', end = false; !end; end = cursor === '') {
      const { sites, next_cursor } = (await read(`/accounts/${one.id}/sites`, { limit: 200, ...query, cursor })).as(
        200,
        sitePage,
      );
      domains.push(...sites.map(({ domain }) => domain));
      cursor = next_cursor;
    }
    return domains;
  };
  const all = Array.from({ length: 5000 }, (_, at) => 5000 - at);
  const domains = (numbers: number[]) => numbers.map((n) => `shop-${n}.inspected.example`);
  expect(await walk({})).toEqual(domains(all));
  expect(await walk({ q: '-77', status: 'paused' })).toEqual(
    domains(all.filter((n) => `-${n}`.includes('-77') && n % 3 === 0)),
  );
  expect(await walk({ q: 'nothing' })).toEqual([]);
  expect((await summaryOf(one)).usage).toMatchObject({ sites_active: 3334, sites_paused: 1666 });
});
