import { arrivalShape, inspectedSiteShape, type ArrivalView } from '@goal/contract';
import { inAllRun } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { makeEvent, startService, type Account, type Site, type TestService } from './harness.ts';

let service: TestService;
let account: Account;
let begun: number;
const sites: Site[] = [];

/** What the sender of each site did, and what the operator is told about it. */
const cases: readonly [
  what: string,
  act: (site: Site) => Promise<unknown>,
  accepted: boolean,
  refusal: string | null,
][] = [
  ['sent nothing', () => Promise.resolve(), false, null],
  ['read only', (site) => site.call('GET', '/events'), false, null],
  ['sent an event', (site) => site.call('POST', '/events', { body: makeEvent() }), true, null],
  [
    'sent with another secret',
    (site) => site.call('POST', '/events', { token: site.token.replace(/.{4}$/, 'AAAA'), body: makeEvent() }),
    false,
    'invalid token',
  ],
  [
    'sent from another domain',
    (site) => site.call('POST', '/events', { domain: 'other.example', body: makeEvent() }),
    false,
    'domain mismatch',
  ],
  [
    'sent a bad event',
    (site) => site.call('POST', '/events', { body: makeEvent({ severity: 'loud' }) }),
    false,
    'invalid severity',
  ],
  [
    'sent one bad event of two',
    (site) => site.call('POST', '/events', { body: { events: [makeEvent({ code: -1 }), makeEvent()] } }),
    true,
    'invalid code',
  ],
  ['sent what is no JSON', (site) => site.call('POST', '/events', { body: '{' }), false, 'invalid JSON body'],
  [
    'sent an old event',
    (site) => site.call('POST', '/events', { body: makeEvent({ occurred_at: '2001-01-01T00:00:00Z' }) }),
    false,
    'older than retention',
  ],
  [
    'was paused',
    async (site) => {
      await service.db.work.query(`UPDATE site SET status = 'paused' WHERE id = $1`, [site.id]);
      await site.call('POST', '/events', { body: makeEvent() });
    },
    false,
    'site paused',
  ],
  [
    'was revoked',
    async (site) => {
      await service.revokeSite(site);
      await site.call('POST', '/events', { body: makeEvent() });
    },
    false,
    'site revoked',
  ],
  [
    'lost its key',
    async (site) => {
      await account.call('DELETE', `/sites/${site.id}/tokens/${site.prefix}`);
      await site.call('POST', '/events', { body: makeEvent() });
    },
    false,
    'invalid token',
  ],
  [
    'sent too fast',
    async (site) => {
      // The bucket holds 200 and refills 50 a second, so sooner or later a single request is
      // refused, and it is the last.
      const send = () => site.call('POST', '/events', { body: {} });
      do await Promise.all(Array.from({ length: 50 }, send));
      while ((await send()).status !== 429);
    },
    false,
    'rate limited',
  ],
];

const arrivals = async (): Promise<ArrivalView[]> =>
  (await service.admin('GET', `/accounts/${account.id}/arrivals`)).as(
    200,
    z.object({ arrivals: z.array(arrivalShape) }),
  ).arrivals;

beforeAll(async () => {
  service = await startService();
  account = await service.makeAccount();
  begun = Date.now();
  for (const [, act] of cases) {
    const site = await service.makeSite(account);
    sites.push(site);
    await act(site);
  }
  // Pending refusals are written at the latest when the service stops.
  await service.restart();
});
afterAll(() => service.stop());

test.each(cases.map(([what, , accepted, refusal], at) => ({ what, accepted, refusal, at })))(
  '«why does nothing arrive?»: a site that $what',
  async ({ accepted, refusal, at }) => {
    const row = (await arrivals()).find(({ site_id }) => site_id === sites[at]?.id);
    expect(row).toMatchObject({ last_refusal: refusal });
    const times = [accepted ? row?.last_accepted_at : undefined, refusal === null ? undefined : row?.last_refused_at];
    if (!accepted) expect(row?.last_accepted_at).toBeNull();
    if (refusal === null) expect(row?.last_refused_at).toBeNull();
    for (const time of times) {
      if (time === undefined) continue;
      expect(Date.parse(time ?? '')).toBeGreaterThan(begun - 1000);
      expect(Date.parse(time ?? '')).toBeLessThan(Date.now() + 1000);
    }
  },
);

test('«why does nothing arrive?» lists the newest site first with its latest refusal and event, and nothing of other accounts', async () => {
  const [site] = sites;
  expect((await arrivals()).map(({ site_id }) => site_id)).toEqual(sites.map(({ id }) => id).reverse());
  await site?.call('POST', '/events', { domain: 'other.example', body: makeEvent() });
  await site?.call('POST', '/events', { body: makeEvent() });
  await site?.call('POST', '/events', { body: '[]' });
  await service.restart();
  const row = (await arrivals()).find(({ site_id }) => site_id === site?.id);
  expect(row).toMatchObject({ last_accepted_at: expect.any(String), last_refusal: 'body must be a JSON object' });
  const other = await service.makeAccount();
  expect((await service.admin('GET', `/accounts/${other.id}/arrivals`)).body).toEqual({ arrivals: [] });
});

inAllRun(() => {
  test('«why does nothing arrive?» shows the true refusal despite wrong secrets for a known prefix, and a revoked key at once', async () => {
    const site = await service.makeSite(account);
    const refusal = async () => (await arrivals()).find(({ site_id }) => site_id === site.id)?.last_refusal;
    await site.call('POST', '/events', { domain: 'other.example', body: makeEvent() });
    const guess = () => site.call('POST', '/events', { token: site.token.replace(/.{4}$/, 'AAAA'), body: makeEvent() });
    (await guess()).refused(401, 'invalid token');
    expect(await refusal()).toBe('domain mismatch');
    (await guess()).refused(401, 'invalid token');
    expect(await refusal()).toBe('domain mismatch');
    await account.call('DELETE', `/sites/${site.id}/tokens/${site.prefix}`);
    (await site.call('POST', '/events', { body: makeEvent() })).refused(401, 'invalid token');
    expect(await refusal()).toBe('invalid token');
  });

  test('«why does nothing arrive?» answers even if pending refusals cannot be written, and loses none', async () => {
    const site = await service.makeSite(account);
    await service.db.work.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'full'; END $$`,
    );
    await service.db.work.query(
      'CREATE TRIGGER fail BEFORE INSERT ON site_arrival FOR EACH ROW EXECUTE FUNCTION fail()',
    );
    try {
      await site.call('POST', '/events', { domain: 'other.example', body: makeEvent() });
      expect((await arrivals())[0]).toMatchObject({ site_id: site.id, last_refusal: null });
      const inspected = (await service.admin('GET', `/sites/${site.id}`)).as(200, inspectedSiteShape);
      expect(inspected).toMatchObject({ id: site.id, last_refusal: null });
    } finally {
      await service.db.work.query('DROP FUNCTION fail() CASCADE');
    }
    expect((await arrivals())[0]).toMatchObject({ last_refusal: 'domain mismatch' });
  });
});
