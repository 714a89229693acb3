import { accountReceivedEventShape, accountTailShape, siteReceivedEventShape, siteTailShape } from '@goal/contract';
import { inAllRun, until } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeEvent, startService, type Account, type Answer, type Site, type TestService } from './harness.ts';

/** Makes /metrics return current values. */
const metricsToken = 'the-token-of-metrics';
let service: TestService;
let account: Account;
let site: Site;
let other: Site;
beforeAll(async () => {
  service = await startService({ metricsToken });
  account = await service.makeAccount({ plan: 'agency', reseller: true });
  site = await service.makeSite(account, { name: 'Shop' });
  other = await service.makeSite(account);
  for (const one of [site, other]) await service.setReadRate(one, 1000);
});
afterAll(() => service.stop());

type Query = Readonly<Record<string, string | number>>;
const ofAccount = async (query: Query = {}, token?: string) =>
  (await account.call('GET', '/events/tail', { query, ...(token === undefined ? {} : { token }) })).as(
    200,
    accountTailShape,
  );
const ofSite = async (query: Query = {}, of: Site = site) =>
  (await of.call('GET', '/events/tail', { query })).as(200, siteTailShape);
const messages = ({ events }: { events: readonly { message: string }[] }): string[] =>
  events.map(({ message }) => message);
const send = (of: Site, ...texts: string[]): Promise<void> =>
  service.ingest(
    of,
    texts.map((message) => makeEvent({ message })),
  );
const untilWaiting = (so: number): Promise<void> =>
  until(async () => {
    const { text } = await service.call('GET', '/metrics', { root: true, token: metricsToken });
    return new RegExp(`^goal_tail_waiting_requests ${so}$`, 'm').test(text);
  });
/** Sends a request and resolves once it is one of this many waiting. */
const waiting = async (ask: () => Promise<Answer>, so: number): Promise<{ answer: Promise<Answer> }> => {
  const answer = ask();
  await untilWaiting(so);
  return { answer };
};

describe('the contents of a tail', () => {
  it('an event comes as in the list, with its time of storing and a position to continue from; earlier events do not', async () => {
    const begun = Date.now();
    await send(site, 'before');
    const [ofSites, ofOne] = [await ofAccount(), await ofSite()];
    expect([ofSites.events, ofOne.events, ofSites.expired]).toEqual([[], [], false]);
    await send(site, 'first');
    await send(other, 'second');
    const all = await ofAccount({ after: ofSites.next_after });
    const own = await ofSite({ after: ofOne.next_after });
    expect([messages(all), messages(own)]).toEqual([['first', 'second'], ['first']]);
    const list = (await account.call('GET', '/events?limit=2')).body as { events: Record<string, unknown>[] };
    const { received_at: at, ...asListed } = accountReceivedEventShape.parse(all.events[0]);
    expect(list.events).toContainEqual(asListed);
    expect(Date.parse(at)).toBeGreaterThan(begun - 1000);
    expect(Date.parse(at)).toBeLessThan(Date.now() + 1000);
    expect(siteReceivedEventShape.parse(own.events[0])).not.toHaveProperty('domain');
    for (const { next_after: after } of [all, own]) expect((await ofAccount({ after })).events).toEqual([]);
    expect((await ofAccount({ after: all.next_after, wait: 0 })).next_after).not.toBe('');
  });

  it('position 0 starts at the oldest event; pages have any size; a late event comes last, wherever the list has it', async () => {
    const own = await service.makeSite(account);
    await send(own, 'a', 'b', 'c');
    await service.ingest(own, [makeEvent({ message: 'late', occurred_at: '2020-01-01T00:00:00Z' })]);
    await send(own, 'd');
    const read: string[] = [];
    for (let after = '0', isOver = false; !isOver;) {
      const page = await ofAccount({ after, limit: 2, site_id: own.id });
      expect(page.events.length).toBeLessThanOrEqual(2);
      read.push(...messages(page));
      isOver = page.events.length === 0;
      after = page.next_after;
    }
    expect(read).toEqual(['a', 'b', 'c', 'late', 'd']);
  });

  it('the filters of GET /events apply, except from and to', async () => {
    const own = await service.makeSite(account);
    await service.ingest(own, [
      makeEvent({ message: 'Öl', code: 1, severity: 'high', object: 'user' }),
      makeEvent({ message: 'öl and water', code: 2, user_id: 7, event_type: 'deleted' }),
    ]);
    const found = async (query: Query) => messages(await ofAccount({ after: 0, site_id: own.id, ...query }));
    expect(await found({ q: 'ÖL' })).toEqual(['Öl', 'öl and water']);
    expect(await found({ code: 1 })).toEqual(['Öl']);
    expect(await found({ code: '1,2', severity: 'low' })).toEqual(['öl and water']);
    expect(await found({ user_id: 7 })).toEqual(['öl and water']);
    expect(await found({ object: 'user' })).toEqual(['Öl']);
    expect(await found({ event_type: 'deleted', q: 'water' })).toEqual(['öl and water']);
    expect(await found({ object: 'unheard of' })).toEqual([]);
    expect(await found({ from: 'nonsense', to: '1999-01-01' })).toHaveLength(2);
  });
});

describe('the scope of a tail', () => {
  inAllRun(() => {
    it('scope is judged at reading: a site that joins a group brings its events after the position, one that leaves brings none', async () => {
      const group = await service.makeGroup(account);
      const { key } = await service.makeGroupKey(account, group);
      const moving = await service.makeSite(account);
      await send(moving, 'before it joined');
      const { next_after: start } = await ofAccount({}, key);
      await send(moving, 'not yet read');
      await account.call('PATCH', `/sites/${moving.id}`, { body: { group_id: group.id } });
      const joined = await ofAccount({ after: start }, key);
      expect(messages(joined)).toEqual(['not yet read']);
      await send(moving, 'and gone');
      await account.call('PATCH', `/sites/${moving.id}`, { body: { group_id: null } });
      expect(messages(await ofAccount({ after: joined.next_after }, key))).toEqual([]);
      (await account.call('GET', `/events/tail?site_id=${moving.id}`, { token: key })).refused(404, 'not found');
      (await account.call('GET', `/events/tail?group_id=x&limit=x`)).refused(400, 'invalid limit');
      (await account.call('GET', '/events/tail?group_id=x')).refused(404, 'not found');
    });
  });

  it('a position of another key, filter or account gives no access', async () => {
    const stranger = await service.makeAccount({ plan: 'agency', reseller: true });
    const theirs = await service.makeSite(stranger);
    await send(theirs, 'theirs');
    const ours = await ofAccount({ after: 0, limit: 3 });
    await send(other, 'ours');
    const page = (await stranger.call('GET', `/events/tail?after=${ours.next_after}`)).as(200, accountTailShape);
    expect([messages(page), page.expired]).toEqual([['theirs'], true]);
    const narrow = await ofSite({ after: ours.next_after, limit: 1000 }, other);
    expect(narrow.expired).toBe(false);
    expect(new Set(narrow.events.map((event) => event.site_id))).toEqual(new Set([other.id]));
    const all = await ofAccount({ after: ours.next_after, limit: 1000 });
    expect(narrow.events.map(({ id }) => id)).toEqual(
      all.events.filter((event) => event.site_id === other.id).map(({ id }) => id),
    );
  });

  it('events of a deleted site are missing', async () => {
    const own = await service.makeSite(account);
    await send(own, 'gone');
    await send(site, 'stays');
    const { next_after: after } = await ofAccount({ after: 0, limit: 1 });
    (await account.call('DELETE', `/sites/${own.id}?confirm=true`)).done();
    const left = messages(await ofAccount({ after, limit: 1000 }));
    expect(left).toContain('stays');
    expect(left).not.toContain('gone');
  });
});

describe('invalid requests', () => {
  it.each(['', 'x', '00', '-0', '1', '%00', 'A'.repeat(76), '0&after=0'])('after=%s', async (after) => {
    (await account.call('GET', `/events/tail?after=${after}`)).refused(400, 'invalid after');
    (await site.call('GET', `/events/tail?after=${after}`)).refused(400, 'invalid after');
  });

  it('a cursor as `after`, an `after` as cursor, and any altered position are refused', async () => {
    await send(site, '1', '2');
    const list = (await account.call('GET', '/events?limit=1')).body as { next_cursor: string };
    (await account.call('GET', `/events/tail?after=${list.next_cursor}`)).refused(400, 'invalid after');
    const { next_after: after } = await ofAccount({ after: 0, limit: 1 });
    (await account.call('GET', `/events?cursor=${after}`)).refused(400, 'invalid cursor');
    for (const at of [0, 5, 21, 40, after.length - 1]) {
      const changed = `${after.slice(0, at)}${after[at] === 'A' ? 'B' : 'A'}${after.slice(at + 1)}`;
      (await account.call('GET', `/events/tail?after=${changed}`)).refused(400, 'invalid after');
    }
    (await account.call('GET', `/events/tail?after=${after}A`)).refused(400, 'invalid after');
  });

  it.each([
    ['limit=0', 'invalid limit'],
    ['limit=1001', 'invalid limit'],
    ['limit=', 'invalid limit'],
    ['wait=31', 'invalid wait'],
    ['wait=-1', 'invalid wait'],
    ['wait=1.5', 'invalid wait'],
    ['wait=', 'invalid wait'],
    ['wait=1&wait=1', 'invalid wait'],
    ['code=x', 'invalid code'],
    ['severity=none', 'invalid severity'],
    ['user_id=-1', 'invalid user_id'],
    [`q=${'x'.repeat(501)}`, 'invalid q'],
    ['wait=x&limit=x&after=', 'invalid after'],
    ['wait=x&limit=x', 'invalid limit'],
    ['wait=x&code=x', 'invalid wait'],
  ])('%s', async (query, sentence) => {
    (await account.call('GET', `/events/tail?${query}`)).refused(400, sentence);
    (await site.call('GET', `/events/tail?${query}`)).refused(400, sentence);
  });

  it('R§2.4 the path takes only GET, and no event has such an id', async () => {
    const answer = await account.call('POST', '/events/tail');
    answer.refused(405, 'method not allowed');
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    (await site.call('DELETE', '/events/tail')).refused(405, 'method not allowed');
    (await site.call('GET', '/events/tails')).refused(404, 'not found');
  });
});

describe('a waiting request', () => {
  const ask = (query = '', token?: string) =>
    account.call('GET', `/events/tail?wait=30${query}`, token === undefined ? {} : { token, allow5xx: true });

  it('is answered by the next event of its scope, and by no other', async () => {
    const { answer } = await waiting(() => ask(`&site_id=${site.id}`), 1);
    const elsewhere = await service.makeSite(await service.makeAccount());
    await send(elsewhere, 'of another account');
    await send(other, 'of another site');
    await send(site, 'news');
    expect(messages((await answer).as(200, accountTailShape))).toEqual(['news']);
    await untilWaiting(0);
  });

  it('gives up its slot when its client disconnects', async () => {
    const gone = new AbortController();
    const url = `${service.origin}${service.basePath}/account/events/tail?wait=30`;
    const request = fetch(url, { headers: { Authorization: `Bearer ${account.token}` }, signal: gone.signal });
    await untilWaiting(1);
    gone.abort();
    await expect(request).rejects.toThrow('aborted');
    await untilWaiting(0);
  });

  it('waits over native tRPC as well', async () => {
    const input = encodeURIComponent(JSON.stringify({ wait: 30 }));
    const { answer } = await waiting(
      () => service.call('GET', `/trpc/account.events.tail?input=${input}`, { root: true, token: account.token }),
      1,
    );
    await send(site, 'natively');
    expect((await answer).body).toMatchObject({ result: { data: { events: [{ message: 'natively' }] } } });
  });

  inAllRun(() => {
    it('is answered at once if events exist already, and otherwise when its time is over', async () => {
      await send(site, 'there already');
      expect((await ask('&after=0&limit=1')).as(200, accountTailShape).events).toHaveLength(1);
      const empty = (await account.call('GET', '/events/tail?wait=1')).as(200, accountTailShape);
      expect([empty.events, empty.expired]).toEqual([[], false]);
      expect((await ofAccount({ after: empty.next_after })).events).toEqual([]);
    });

    it('holds no pool connection, and at most two wait per key', async () => {
      const { key } = await service.makeAccountKey(account);
      const { answer: first } = await waiting(() => ask('', key), 1);
      const { answer: second } = await waiting(() => ask('', key), 2);
      const refused = await ask('', key);
      refused.refused(503, 'service unavailable');
      expect(refused.headers['retry-after']).toBe('1');
      const { answer: third } = await waiting(() => ask(), 3);
      // The service's own work is over in a moment; what a waiting request held would stay.
      const held = async (): Promise<unknown[]> => {
        const { rows } = await service.db.work.query(
          `select state, query from pg_stat_activity where datname = current_database() and application_name = 'goal-server'
         and (state <> 'idle' and query not like 'select account, last from tail_head%' and query not like 'SELECT k.prefix%')`,
        );
        return rows;
      };
      await expect.poll(held).toEqual([]);
      await send(site, 'for all of them');
      for (const answer of await Promise.all([first, second, third]))
        expect(messages(answer.as(200, accountTailShape))).toEqual(['for all of them']);
      await untilWaiting(0);
    });

    it('R§2.5 is refused as soon as its key is revoked, or its plan or site is gone', async () => {
      const { key, prefix } = await service.makeAccountKey(account);
      const { answer } = await waiting(() => ask('', key), 1);
      (await service.admin('DELETE', `/accounts/${account.id}/keys/${prefix}`)).done();
      (await answer).refused(401, 'invalid token');

      const owner = await service.makeAccount();
      const { answer: unpaid } = await waiting(() => owner.call('GET', '/events/tail?wait=30'), 1);
      await service.setPlan(owner, 'free');
      (await unpaid).refused(403, 'api access requires a paid plan');

      const doomed = await service.makeSite(account);
      const { answer: siteless } = await waiting(() => doomed.call('GET', '/events/tail?wait=30'), 1);
      const { answer: revoked } = await waiting(() => other.call('GET', '/events/tail?wait=30'), 2);
      (await account.call('DELETE', `/sites/${doomed.id}?confirm=true`)).done();
      (await siteless).refused(401, 'invalid token');
      await service.revokeSite(other);
      (await revoked).refused(403, 'site revoked');
      await untilWaiting(0);
    });

    it('is answered at once when the server stops, with a position that stays valid after the restart', async () => {
      const { answer } = await waiting(() => ask(), 1);
      const restarted = service.restart();
      const { events, next_after: after } = (await answer).as(200, accountTailShape);
      expect(events).toEqual([]);
      await restarted;
      await send(site, 'after the restart');
      expect(messages(await ofAccount({ after }))).toEqual(['after the restart']);
    });
  });
});
