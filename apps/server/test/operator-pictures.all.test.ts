import { randomUUID } from 'node:crypto';

import { activityShape, severities, silentSitesShape, topCodesShape, topSitesShape } from '@goal/contract';
import { beforeAll, describe, expect, it, test } from 'vitest';

import { makeEvent, sharedService, type Account, type Answer, type Site } from './harness.ts';
import { data } from './trpc-answers.ts';

const dayMs = 86_400_000;
/** Stands in every text, name and address of the events, and in no operator answer (rulings §8). */
const secret = 'zyxw-secret';
const ages = [0, 1, 6, 7, 29, 30, 89, 90, 200];

const service = await sharedService();
let account: Account;
let shop: Site;
let blog: Site;
let gone: Site;
let today: string;

const dayAgo = (age: number): string => new Date(Date.parse(today) - age * dayMs).toISOString().slice(0, 10);
const event = (age: number, over: object = {}) =>
  makeEvent({
    occurred_at: `${dayAgo(age)}T00:00:00.000Z`,
    severity: 'info',
    object: secret,
    event_type: secret,
    username: secret,
    message: secret,
    user_agent: secret,
    session_id: secret,
    post_type: secret,
    post_status: secret,
    user_id: 4_242_424_242,
    post_id: 5_353_535_353,
    ...over,
  });

const read = (path: string, query: Record<string, string | number> = {}): Promise<Answer> =>
  service.call('GET', `/admin${path}`, { token: service.adminRead, query });
const ofAccount = (what: string, query: Record<string, string | number> = {}): Promise<Answer> =>
  read(`/accounts/${account.id}/${what}`, query);

beforeAll(async () => {
  const { rows } = await service.db.work.query<{ day: string }>(`select (now() at time zone 'utc')::date::text as day`);
  today = rows[0]?.day ?? '';
  account = await service.makeAccount({ plan: 'agency' });
  [shop, blog, gone] = [
    await service.makeSite(account, { name: 'Shop' }),
    await service.makeSite(account),
    await service.makeSite(account),
  ];
  // Includes late events, which count on the day they occurred and as accepted today.
  await service.ingest(
    shop,
    ages.map((age) => event(age, { code: 1000 + age, event_uuid: randomUUID() })),
  );
  await service.ingest(
    shop,
    severities.map((severity) => event(1, { severity, code: 7 })),
  );
  const last = event(1, {
    occurred_at: `${dayAgo(1)}T23:59:59.999Z`,
    severity: 'high',
    code: 7,
    event_uuid: randomUUID(),
  });
  await service.ingest(blog, [last]);
  const repeated = await blog.call('POST', '/events', { body: { events: [last, last] } });
  expect(repeated.body).toEqual({ accepted: 0, duplicates: 2, rejected: [] });
  await service.ingest(gone, [event(0, { code: 99 }), event(300, { code: 99 })]);
  (await service.admin('DELETE', `/sites/${gone.id}?confirm=true`)).done();
});

/** What the shop sent, and what the blog sent. */
const expected = (days: number, withBlog: boolean) =>
  Array.from({ length: days }, (_, at) => {
    const age = days - 1 - at;
    const one = age === 1 ? 1 : 0;
    return {
      day: dayAgo(age),
      info: (ages.includes(age) ? 1 : 0) + one,
      low: one,
      medium: one,
      high: one + (withBlog ? one : 0),
      critical: one,
    };
  });

describe('events a UTC day by severity', () => {
  test.each([7, 30, 90])(
    'over %d days: every day has a row, late events on their own day, duplicates and deleted sites nowhere',
    async (days) => {
      const inRange = ages.filter((age) => age < days).length + 5;
      expect((await ofAccount('activity', { days })).as(200, activityShape)).toEqual({
        from: dayAgo(days - 1),
        to: today,
        days: expected(days, true),
        total: inRange + 1,
        kept: { events: 15, oldest_day: dayAgo(200), kept_until: dayAgo(200 - 365) },
      });
      expect((await read(`/sites/${shop.id}/activity`, { days })).as(200, activityShape)).toEqual({
        from: dayAgo(days - 1),
        to: today,
        days: expected(days, false),
        total: inRange,
        kept: { events: 14, oldest_day: dayAgo(200), kept_until: dayAgo(200 - 365) },
      });
    },
  );

  it('the default range is a month, and an account without events has rows of zeros', async () => {
    expect((await ofAccount('activity')).as(200, activityShape).days).toEqual(expected(30, true));
    const empty = await service.makeAccount();
    const picture = (await read(`/accounts/${empty.id}/activity`, { days: 7 })).as(200, activityShape);
    expect(picture.days.map(({ day }) => day)).toEqual(expected(7, true).map(({ day }) => day));
    expect([picture.total, picture.kept]).toEqual([0, { events: 0, oldest_day: null, kept_until: null }]);
  });
});

it('the top sites rank by events accepted on the days of arrival; deleted sites are left out', async () => {
  const sites = [
    { site_id: shop.id, domain: shop.domain, name: 'Shop', events: 14 },
    { site_id: blog.id, domain: blog.domain, name: null, events: 1 },
  ];
  for (const days of [7, 30, 90])
    expect((await ofAccount('top-sites', { days })).as(200, topSitesShape)).toEqual({
      from: dayAgo(days - 1),
      to: today,
      sites,
      total: 15,
    });
});

it('the top codes of the range come with the number of events counted', async () => {
  for (const days of [7, 30, 90]) {
    const codes = ages.filter((age) => age < days).map((age) => ({ code: 1000 + age, events: 1 }));
    expect((await ofAccount('top-codes', { days })).as(200, topCodesShape)).toEqual({
      from: dayAgo(days - 1),
      to: today,
      codes: [{ code: 7, events: 6 }, ...codes].slice(0, 10),
      counted: codes.length + 6,
      complete: true,
    });
  }
});

it('silent sites are listed until they send again or are paused', async () => {
  const owner = await service.makeAccount({ plan: 'agency' });
  const site = await service.makeSite(owner, { name: 'Quiet' });
  await service.ingest(site, [event(0)]);
  const path = `/accounts/${owner.id}/silent-sites`;
  const none = { sites: [], total: 0 };
  expect((await read(path)).as(200, silentSitesShape)).toEqual(none);
  // Its events arrived nine to thirteen days ago.
  await service.db.work.query(
    `with own as (delete from accepted a using site s where s.id = $1 and a.site = s.no and a.account = s.account_no returning a.*)
     insert into accepted select account, site, day - age, events, bytes from own, generate_series(9, 13) age`,
    [site.id],
  );
  const last = new Date(dayAgo(9));
  const month = last.toLocaleString('en', { month: 'long', timeZone: 'UTC' });
  const silence = {
    last_day: dayAgo(9),
    usual_gap_days: 1,
    sentence: `Nothing since ${last.getUTCDate()} ${month} ${last.getUTCFullYear()} (9 days); before that never more than 1 day passed between events.`,
  };
  expect((await read(path)).as(200, silentSitesShape)).toEqual({
    sites: [{ site_id: site.id, domain: site.domain, name: 'Quiet', ...silence }],
    total: 1,
  });
  await service.db.work.query(`update site set status = 'paused' where id = $1`, [site.id]);
  expect((await read(path)).as(200, silentSitesShape)).toEqual(none);
  (await owner.call('POST', `/sites/${site.id}/activate`)).done();
  expect((await read(path)).as(200, silentSitesShape).total).toBe(1);
  await service.ingest(site, [event(0)]);
  expect((await read(path)).as(200, silentSitesShape)).toEqual(none);
});

const pictures = ['activity', 'top-sites', 'top-codes', 'silent-sites'];

describe('refusals', () => {
  test.each(['', '6', '8', '31', '-7', '7.0', 'x', '7,30', '1e1', '99999999999999999'])('days=%s', async (days) => {
    for (const what of pictures.slice(0, 3)) (await ofAccount(what, { days })).refused(400, 'invalid days');
    (await read(`/sites/${shop.id}/activity`, { days })).refused(400, 'invalid days');
  });

  test('days given twice is refused', async () => {
    for (const what of pictures.slice(0, 3)) (await ofAccount(`${what}?days=7&days=7`)).refused(400, 'invalid days');
  });

  test('unknown, foreign, deleted and malformed ids give one answer, before the parameters are judged', async () => {
    for (const what of pictures)
      for (const id of [randomUUID(), shop.id, 'x', '1'])
        (await read(`/accounts/${id}/${what}`, { days: 8 })).refused(404, 'not found');
    for (const id of [randomUUID(), account.id, gone.id, 'x'])
      (await read(`/sites/${id}/activity`, { days: 8 })).refused(404, 'not found');
  });

  test('customer keys are refused', async () => {
    for (const token of [account.token, shop.token])
      for (const path of [...pictures.map((what) => `accounts/${account.id}/${what}`), `sites/${shop.id}/activity`])
        (await service.call('GET', `/admin/${path}`, { token })).refused(401, 'invalid token');
  });
});

test('R§8.b2 no answer contains text, user or address of an event', async () => {
  const paths = [...pictures.map((what) => `/accounts/${account.id}/${what}`), `/sites/${shop.id}/activity`];
  for (const path of paths) {
    const { status, text } = await read(path);
    expect(status).toBe(200);
    expect(text).not.toMatch(/zyxw|4242424242|5353535353/);
  }
});

test('native tRPC answers the same', async () => {
  const native = async (procedure: string, input: object): Promise<unknown> => {
    const query = { input: JSON.stringify(input) };
    return data(await service.call('GET', `/trpc/${procedure}`, { token: service.adminRead, root: true, query }));
  };
  const { id } = account;
  for (const [procedure, what] of [
    ['activity', 'activity'],
    ['topSites', 'top-sites'],
    ['topCodes', 'top-codes'],
  ] as const)
    expect(await native(`admin.accounts.${procedure}`, { id, days: 7 })).toEqual(
      (await ofAccount(what, { days: 7 })).body,
    );
  expect(await native('admin.accounts.silentSites', { id })).toEqual((await ofAccount('silent-sites')).body);
  expect(await native('admin.sites.activity', { id: shop.id, days: 90 })).toEqual(
    (await read(`/sites/${shop.id}/activity`, { days: 90 })).body,
  );
});
