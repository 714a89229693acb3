import { actionShape, type AccountEvent } from '@goal/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { begin, parseLines, rest, type Lines } from './export-reader.ts';
import { makeEvent, sharedService, type Account, type Group, type Site } from './harness.ts';
import { accountList } from './read-world.ts';

const service = await sharedService();
let account: Account;
let group: Group;

/** The first two belong to the group. */
let sites: [Site, Site, Site];
/** Everything, newest first. */
let all: AccountEvent[];
const start = Date.UTC(2026, 0, 1);
beforeAll(async () => {
  account = await service.makeAccount({ plan: 'agency', reseller: true });
  group = await service.makeGroup(account);
  sites = [
    await service.makeSite(account, { group_id: group.id }),
    await service.makeSite(account, { group_id: group.id }),
    await service.makeSite(account),
  ];
  for (const [place, site] of sites.entries()) {
    await service.setReadRate(site, 1000);
    const events = Array.from({ length: 60 }, (_, at) =>
      makeEvent({
        // Several events share a moment, within a site and across sites.
        occurred_at: new Date(start + Math.floor((at * 3 + place) / 7) * 1000).toISOString(),
        code: at % 4,
        user_id: at % 3,
        event_type: at % 2 === 0 ? 'deleted' : 'modified',
      }),
    );
    await service.ingest(site, events);
  }
  all = (await account.call('GET', '/events?limit=200')).as(200, accountList).events;
  expect(all).toHaveLength(180);
});

type Key = { token: string; domain?: string };
const headersOf = ({ token, domain }: Key): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  ...(domain === undefined ? {} : { 'X-Site-Domain': domain }),
});
const path = ({ domain }: Key): string => `${domain === undefined ? '/account' : ''}/events/export`;

async function exported(key: Key, query = ''): Promise<Lines> {
  const answer = await begin(service, `${path(key)}?${query}`, headersOf(key));
  expect(answer.statusCode).toBe(200);
  const lines = parseLines((await rest(answer)).bytes);
  expect(lines.end).toBeDefined();
  return lines;
}
const ids = (events: readonly { id: number }[]): number[] => events.map(({ id }) => id);

describe('a position taken under one key and filter', () => {
  it('R§6.4 continues under any other with exactly the visible events behind it, as the model does', async () => {
    const [one, two, three] = sites;
    const { key: groupToken } = await service.makeGroupKey(account, group);
    const stranger = await service.makeAccount({ plan: 'agency', reseller: true });
    const theirs = await service.makeSite(stranger);
    await service.ingest(theirs, [
      makeEvent({ occurred_at: new Date(start - 1000).toISOString() }),
      makeEvent({ occurred_at: new Date(start + 3_600_000).toISOString() }),
    ]);
    const ofGroup = new Set([one.id, two.id]);
    const readers: [Key, string, (event: AccountEvent) => boolean][] = [
      [account, '', () => true],
      [account, 'code=1,2&user_id=1', ({ code, user_id: user }) => (code === 1 || code === 2) && user === 1],
      [
        account,
        `from=${new Date(start + 5000).toISOString()}`,
        ({ occurred_at: at }) => Date.parse(at) >= start + 5000,
      ],
      [
        account,
        `group_id=${group.id}&event_type=deleted`,
        (event) => ofGroup.has(event.site_id) && event.event_type === 'deleted',
      ],
      [{ token: groupToken }, '', (event) => ofGroup.has(event.site_id)],
      [one, '', (event) => event.site_id === one.id],
      [three, 'code=3', (event) => event.site_id === three.id && event.code === 3],
    ];
    for (const place of [0, 41, 120, 178]) {
      const page = (await account.call('GET', `/events?limit=${place + 1}`)).as(200, accountList);
      const cursor = page.next_cursor;
      for (const [key, query, sees] of readers) {
        const behind = all.slice(place + 1).filter(sees);
        expect(ids((await exported(key, `${query}&cursor=${cursor}`)).events)).toEqual(ids(behind));
        const before = all.slice(0, place).filter(sees).toReversed();
        expect(ids((await exported(key, `${query}&order=asc&cursor=${cursor}`)).events)).toEqual(ids(before));
      }
      expect((await exported(stranger, `cursor=${cursor}`)).events).toHaveLength(1);
    }
  });

  it('is invalid after any change', async () => {
    const { next_cursor: cursor } = (await account.call('GET', '/events?limit=1')).as(200, accountList);
    for (const at of [0, 5, 21, 40, cursor.length - 1]) {
      const changed = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
      (await account.call('GET', `/events/export?cursor=${changed}`)).refused(400, 'invalid cursor');
      (await sites[0].call('GET', `/events/export?cursor=${changed}`)).refused(400, 'invalid cursor');
    }
  });
});

describe('an export', () => {
  it('has no limit, and rejects parameters of other routes', async () => {
    expect((await exported(account, 'limit=1&after=x&wait=x')).events).toHaveLength(180);
    (await account.call('GET', `/events/export?site_id=${group.id}`)).refused(404, 'not found');
  });

  it('R§2.6 counts as one request, however many pages it has', async () => {
    const owner = await service.makeAccount();
    const site = await service.makeSite(owner);
    for (let batch = 0; batch < 3; batch += 1)
      await service.ingest(
        site,
        Array.from({ length: 1000 }, () => makeEvent()),
      );
    const { key } = await service.makeAccountKey(owner);
    const answer = await begin(service, '/account/events/export', headersOf({ token: key }));
    expect(answer.headers).toMatchObject({ 'ratelimit-policy': '"account";q=30;w=3' });
    expect(answer.headers['ratelimit']).toMatch(/^"account";r=29;/);
    expect(parseLines((await rest(answer)).bytes).events).toHaveLength(3000);
    const head = await service.call('HEAD', '/account/events/export', { token: key });
    expect(head.headers['ratelimit']).toMatch(/^"account";r=2[89];/);
  });

  it('I§5.R5 requires a paid plan or a reseller with every kind of key, like the tail', async () => {
    const free = await service.makeAccount({ plan: 'free' });
    const site = await service.makeSite(free);
    for (const what of ['export', 'tail']) {
      for (const reader of [free, site])
        (await reader.call('GET', `/events/${what}`)).refused(403, 'api access requires a paid plan');
    }
    const reseller = await service.makeAccount({ plan: 'free', reseller: true });
    const theirs = await service.makeSite(reseller);
    await service.ingest(theirs, [makeEvent()]);
    for (const key of [reseller, theirs]) expect((await exported(key)).events).toHaveLength(1);
    for (const reader of [reseller, theirs])
      expect((await reader.call('GET', '/events/tail?after=0')).status).toBe(200);
  });

  it('R§6.8 R§3.2 by a site key requires its domain; another kind of key or none opens neither export nor tail', async () => {
    const [, , three] = sites;
    for (const what of ['export', 'tail']) {
      const answer = await service.call('GET', `/events/${what}`, { token: three.token, domain: 'other.example.com' });
      answer.refused(403, 'domain mismatch');
      (await service.call('GET', `/account/events/${what}`, { token: three.token })).refused(401, 'invalid token');
      (await service.call('GET', `/events/${what}`, { token: account.token, domain: three.domain })).refused(
        401,
        'invalid token',
      );
      (await service.call('GET', `/account/events/${what}`)).refused(401, 'missing bearer token');
    }
  });

  it('R§8.b5 by a group key is recorded with the key’s name and group', async () => {
    const { key, prefix } = await service.makeGroupKey(account, group);
    await exported({ token: key }, 'code=1');
    const actions = z.object({ actions: z.array(actionShape), next_cursor: z.string() });
    const newest = async () =>
      (await service.admin('GET', `/actions?account_id=${account.id}&limit=1`)).as(200, actions).actions[0];
    await expect.poll(newest).toMatchObject({
      actor_kind: 'group_key',
      actor: prefix,
      action: 'events.export',
      detail: { key: prefix, filters: { group_id: group.id, code: [1] }, rows: 30, complete: true },
    });
  });
});

describe('an export while others write, delete and move', () => {
  it.each(['desc', 'asc'])(
    'holds once each event that was there and is still there, newest or oldest first: %s',
    async (order) => {
      const owner = await service.makeAccount({ plan: 'agency', reseller: true });
      const [kept, doomed] = [await service.makeSite(owner), await service.makeSite(owner)];
      const batch = (n: number): object[] =>
        Array.from({ length: n }, () =>
          makeEvent({ occurred_at: new Date(Date.now() - Math.floor(Math.random() * 1000) * 60_000).toISOString() }),
        );
      for (const site of [kept, doomed]) for (let n = 0; n < 3; n += 1) await service.ingest(site, batch(1000));
      const before: number[] = [];
      const { rows } = await service.db.work.query<{ id: number }>(
        'SELECT e.id FROM event e JOIN site s ON s.no = e.site WHERE s.id = $1::uuid',
        [kept.id],
      );
      before.push(...rows.map(({ id }) => id));
      let isOver = false;
      const writing = (async () => {
        while (!isOver) await service.ingest(kept, batch(20));
      })();
      const answer = begin(service, `/account/events/export?order=${order}`, headersOf(owner));
      (await owner.call('DELETE', `/sites/${doomed.id}?confirm=true`)).done();
      const lines = parseLines((await rest(await answer)).bytes);
      isOver = true;
      await writing;
      expect(lines.end).toBeDefined();
      const found = ids(lines.events);
      expect(new Set(found).size).toBe(found.length);
      const ofKept = new Set(ids(lines.events.filter((event) => event.site_id === kept.id)));
      expect(before.filter((id) => !ofKept.has(id))).toEqual([]);
      const times = lines.events.map((event) => event.occurred_at);
      expect(times).toEqual(order === 'asc' ? times.toSorted() : times.toSorted().toReversed());
    },
  );
});
