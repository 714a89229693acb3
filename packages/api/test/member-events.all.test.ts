import { inAllRun } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { address, event, openEventAccount, sentenceOf } from './member-world.ts';
import { signIn } from './people-world.ts';

// What members read of events, and what they decide about addresses (rulings §11.3, §11.5).

let services: TestServices;
let operator: Credential;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('the night desk', 'admin:write');
  operator = { authorization: bearer(token) };
});
afterAll(() => services.close());

const callerOf = (credential: Credential) => services.callerOf(credential);
const openAccount = () => openEventAccount(services, operator);

test('R§11.5 a member reads lists and single events with the address as their last field; a client of one group those of the group', async () => {
  const { account, as } = await openAccount();
  const viewer = await as('viewer');
  const { events } = await viewer.events.list({});
  expect(events.map(({ ip }) => ip)).toEqual([address, '2001:db8::1']);
  for (const shown of [events[0], await viewer.events.get({ id: events[0]?.id ?? 0 })])
    expect(Object.keys(shown ?? {}).at(-1)).toBe('ip');
  expect((await viewer.events.list({ ip: '203.0.113.0/24' })).events).toHaveLength(1);
  const client = await as('viewer', true);
  expect(await client.events.list({})).toEqual({ events: [events[0]], next_cursor: '', searched_back_to: null });
  expect(await sentenceOf(client.events.get({ id: events[1]?.id ?? 0 }))).toBe('not found');
  for (const reach of [{ site_id: account.otherSite.id }, { group_id: crypto.randomUUID() }, { site_id: 'x' }]) {
    expect(await sentenceOf(client.events.list(reach))).toBe('not found');
    expect(await sentenceOf(client.events.summary(reach))).toBe('not found');
  }
  expect(await client.events.summary({ by: 'site' })).toMatchObject({
    counts: [{ site_id: account.site.id, events: 1 }],
    matched: 1,
  });
});

test('R§11.3 buckets count by equal slices of the range, alone or beside one facet, with the beginning of each', async () => {
  const { account, other, send, as } = await openAccount();
  await send(other, event({ occurred_at: '2026-01-15T11:59:59.999Z', code: 1002 }));
  const { events } = await as('viewer');
  const range = { from: '2026-01-14T00:00:00Z', to: '2026-01-15T23:59:59.999Z' };
  const half = (day: number, hour: string) => `2026-01-${day}T${hour}:00:00.000Z`;
  expect(await events.summary({ ...range, buckets: 4 })).toEqual({
    counts: [
      { bucket: half(14, '12'), events: 1 },
      { bucket: half(15, '00'), events: 1 },
      { bucket: half(15, '12'), events: 1 },
    ],
    other: 0,
    matched: 3,
    looked_at: 3,
    complete: true,
    counted_back_to: null,
    source: 'events',
    next_cursor: '',
    from: '2026-01-14T00:00:00.000Z',
    to: '2026-01-15T23:59:59.999Z',
    bucket_ms: 43_200_000,
  });
  expect((await events.summary({ ...range, buckets: 4, by: 'code', limit: 1 })).counts).toEqual([
    { bucket: half(15, '00'), code: 1002, name: 'user: failed login', events: 1 },
    { bucket: half(15, '12'), code: 1002, name: 'user: failed login', events: 1 },
  ]);
  const days = await events.summary({ ...range, buckets: 2, by: 'severity' });
  expect([days.source, days.looked_at, days.matched]).toEqual(['days', 0, 3]);
  expect(days.counts).toEqual([
    { bucket: half(14, '00'), severity: 'low', events: 1 },
    { bucket: half(15, '00'), severity: 'low', events: 2 },
  ]);
  const facet = await events.summary({ by: 'user' });
  expect(facet).not.toHaveProperty('bucket_ms');
  expect(facet.counts).toHaveLength(2);
  // A key has no slices: the parameter is unknown to it.
  const keyed = await callerOf(account.accountKey).account.events.summary({ buckets: 4 } as object);
  expect(keyed.counts).toEqual([{ severity: 'low', events: 3 }]);
  expect(keyed).not.toHaveProperty('bucket_ms');
});

inAllRun(() => {
  test('R§11.3 buckets are judged between by and limit, and their by after all fields', async () => {
    const { as } = await openAccount();
    const { events } = await as('viewer');
    // The tests send what the types forbid.
    const ask = (input: object) => sentenceOf(events.summary(input as { buckets: number }));
    for (const buckets of [0, 121, 1.5, '4', null]) expect(await ask({ buckets })).toBe('invalid buckets');
    for (const buckets of [1, 120]) expect(await ask({ buckets })).toBe('done');
    for (const by of ['', 'day', 'hour', 'day,code', 'code,site', 'bucket'])
      expect(await ask({ buckets: 4, by })).toBe('invalid by');
    expect(await ask({ by: '', buckets: 0, limit: 0 })).toBe('invalid by');
    expect(await ask({ buckets: 0, limit: 0 })).toBe('invalid buckets');
    expect(await ask({ by: 'day', buckets: 4, limit: 0 })).toBe('invalid limit');
    expect((await events.summary({ buckets: 4, to: '2026-01-16' })).from).toBe('2024-12-12T00:00:00.000Z');
    const empty = await events.summary({ buckets: 4, from: '2026-01-16', to: '2026-01-15' });
    expect([empty.counts, empty.matched]).toEqual([[], 0]);
  });

  test('R§11.5 an owner hides addresses from viewers, who then neither see them nor find events by them', async () => {
    const { account, as } = await openAccount();
    const [owner, admin, viewer, client] = [
      await as('owner'),
      await as('admin'),
      await as('viewer'),
      await as('viewer', true),
    ];
    expect(await sentenceOf(admin.account.update({ hide_ip: true }))).toBe('missing role: owner');
    expect(await sentenceOf(owner.account.update({ hide_ip: 'yes' as unknown as boolean }))).toBe(
      'hide_ip must be a boolean',
    );
    for (let time = 0; time < 2; time += 1) await owner.account.update({ hide_ip: true });
    expect(await viewer.me()).toMatchObject({ hide_ip: true });
    for (const hidden of [viewer, client]) {
      const { events } = await hidden.events.list({});
      const [newest] = events;
      expect(newest?.message).toBe('an event');
      for (const shown of [...events, await hidden.events.get({ id: newest?.id ?? 0 })])
        expect(shown).not.toHaveProperty('ip');
      for (const ip of [address, '198.51.100.1', '0:0::/16']) {
        expect(await sentenceOf(hidden.events.list({ ip }))).toBe('missing role: admin');
        expect(await sentenceOf(hidden.events.summary({ ip, buckets: 2 }))).toBe('missing role: admin');
        expect(await sentenceOf(hidden.events.summary({ ip, site_id: crypto.randomUUID() }))).toBe(
          'missing role: admin',
        );
      }
      expect(await sentenceOf(hidden.events.list({ ip: 'x' }))).toBe('invalid ip');
    }
    for (const seeing of [owner, admin]) {
      const { events } = await seeing.events.list({ ip: address });
      expect(events).toMatchObject([{ ip: address }]);
      expect(await seeing.events.get({ id: events[0]?.id ?? 0 })).toMatchObject({ ip: address });
    }
    // Keys are made by admins.
    const keyed = await callerOf(account.accountKey).account.events.get({
      id: (await admin.events.list({})).events[0]?.id ?? 0,
    });
    expect(Object.entries(keyed).at(-1)).toEqual(['ip', address]);
    await owner.account.update({ hide_ip: false });
    expect((await viewer.events.list({})).events[0]).toMatchObject({ ip: address });
    const { actions } = await owner.actions.list({ action: 'account.hide_ip' });
    expect(actions.map(({ sentence }) => sentence)).toEqual([
      'no longer hides addresses from viewers and reports',
      'hides addresses from viewers and reports',
    ]);
  });

  test('R§11.5 admins, also of one group, decide whether their sites keep addresses, and the next event is stored by it', async () => {
    const { account, other, send, as } = await openAccount();
    const [owner, viewer, client, admin] = [
      await as('owner'),
      await as('viewer'),
      await as('viewer', true),
      await as('admin', true),
    ];
    const set = (by: typeof admin, id: string, keep_ip: unknown) =>
      // The tests send what the types forbid.
      sentenceOf(by.sites.setKeepIp({ id, keep_ip: keep_ip as boolean }));
    for (const id of [account.otherSite.id, crypto.randomUUID(), 'x'])
      expect(await set(admin, id, false)).toBe('not found');
    for (const one of [viewer, client]) expect(await set(one, account.site.id, false)).toBe('missing role: admin');
    for (const wrong of ['false', 0, null, undefined])
      expect(await set(admin, account.site.id, wrong)).toBe('keep_ip must be a boolean');
    for (let time = 0; time < 2; time += 1) expect(await set(admin, account.site.id, false)).toBe('done');

    const listed = await admin.sites.list({});
    expect(listed.sites.map(({ id, keep_ip }) => [id, keep_ip])).toEqual([[account.site.id, false]]);
    const all = await owner.sites.list({ limit: 1 });
    const rest = await owner.sites.list({ cursor: all.next_cursor });
    expect([...all.sites, ...rest.sites].map(({ keep_ip }) => keep_ip)).toEqual([true, false]);
    expect((await owner.sites.list({ q: account.site.domain.slice(0, 12) })).sites).toHaveLength(1);

    await send(account.siteKey, event({ ip: '198.51.100.1', code: 1 }));
    await send(other, event({ ip: '198.51.100.2', code: 2 }));
    expect(await set(owner, account.site.id, true)).toBe('done');
    await send(account.siteKey, event({ ip: '198.51.100.3', code: 3 }));
    const { events } = await owner.events.list({ code: [1, 2, 3] });
    expect(Object.fromEntries(events.map(({ code, ip }) => [code, ip]))).toEqual({
      1: undefined,
      2: '198.51.100.2',
      3: '198.51.100.3',
    });
    const { rows } = await services.core.db.work.query('SELECT ip FROM event WHERE code = 1 AND ip IS NOT NULL');
    expect(rows).toEqual([]);
    const { actions } = await owner.actions.list({ action: 'site.keep_ip' });
    expect(actions.map(({ sentence, site_domain }) => [sentence, site_domain])).toEqual([
      ['lets the site keep addresses', account.site.domain],
      ['no longer lets the site keep addresses', account.site.domain],
    ]);
  });
});

test('R§10.33 the events around one are the nearest of its site on both sides, nearest first', async () => {
  const { account, other, send, as } = await openAccount();
  const at = (minute: number, message: string, more: object = {}) =>
    event({ occurred_at: `2026-02-01T12:0${minute}:00Z`, message, ...more });
  await send(account.siteKey, at(5, 'later'), at(1, 'first'), at(2, 'same 1'), at(2, 'same 2'), at(2, 'same 3'));
  await send(account.siteKey, at(4, 'late', { ip: address }), at(0, 'earlier'));
  await send(other, at(2, 'of another site'));
  const [owner, viewer, client] = [await as('owner'), await as('viewer'), await as('viewer', true)];
  const { events } = await viewer.events.list({});
  const idOf = (message: string) => events.find((one) => one.message === message)?.id ?? 0;
  const around = async ({ events: of }: typeof viewer, message: string, count?: number) => {
    const { before, after } = await of.around({ id: idOf(message), ...(count === undefined ? {} : { count }) });
    return [before, after].map((side) => side.map((one) => one.message));
  };
  expect(await around(viewer, 'same 2', 2)).toEqual([
    ['same 1', 'first'],
    ['same 3', 'late'],
  ]);
  expect(await around(client, 'first')).toEqual([
    ['earlier', 'an event'],
    ['same 1', 'same 2', 'same 3', 'late', 'later'],
  ]);
  expect(await around(viewer, 'later', 50)).toEqual([expect.arrayContaining(['late', 'an event']), []]);
  const { after } = await viewer.events.around({ id: idOf('same 3'), count: 1 });
  expect(after).toEqual(events.filter(({ message }) => message === 'late'));
  expect(after).toMatchObject([{ ip: address, domain: account.site.domain }]);
  await owner.account.update({ hide_ip: true });
  expect((await client.events.around({ id: idOf('same 3') })).after[0]).not.toHaveProperty('ip');

  expect(await sentenceOf(client.events.around({ id: idOf('of another site') }))).toBe('not found');
  for (const id of [0, 2 ** 40]) expect(await sentenceOf(owner.events.around({ id }))).toBe('not found');
  for (const count of [0, 51, 1.5])
    expect(await sentenceOf(owner.events.around({ id: 0, count }))).toBe('invalid count');
  const another = callerOf(await signIn(services, await makeAccount(services, operator, 'pro'), { role: 'owner' }));
  expect(await sentenceOf(another.dashboard.events.around({ id: idOf('first') }))).toBe('not found');
});
