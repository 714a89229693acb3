import { summaryShape } from '@goal/contract';
import { until } from '@goal/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { sharedService, type Account, type Answer, type CallOptions, type Site } from './harness.ts';

// A change binds the next request (rulings §2.5), and each further step of a search that goes on
// within one request (rulings §11.6).

const service = await sharedService();
let account: Account;
let site: Site;
beforeAll(async () => {
  account = await service.makeAccount({ reseller: true });
  site = await service.makeSite(account);
  // One more than a summary examines in a call, and two steps of a search.
  await service.db.work.query(
    `insert into event (id, occurred_at, code, user_id, account, site, severity, username, message)
     select nextval('event_block') * 1024, now() - n * interval '1 second', 1000, 1, s.account_no, s.no, 1, 'u', 'm'
     from site s, generate_series(1, 20001) n where s.id = $1`,
    [site.id],
  );
});

/** A group that holds the site, with a key. */
async function makeGroup() {
  const group = await service.makeGroup(account);
  const key = await service.makeGroupKey(account, group);
  (await account.call('PATCH', `/sites/${site.id}`, { body: { group_id: group.id } })).done();
  const revokeKey = () => account.call('DELETE', `/groups/${group.id}/keys/${key.prefix}`);
  return { group, token: key.key, revokeKey, remove: () => account.call('DELETE', `/groups/${group.id}`) };
}

/** A key of the site, and its revocation. */
async function makeSiteKey() {
  const minted = await account.call('POST', `/sites/${site.id}/tokens`);
  const { token, prefix } = minted.as(201, z.object({ token: z.string(), prefix: z.string() }));
  return { token, revoke: () => account.call('DELETE', `/sites/${site.id}/tokens/${prefix}`) };
}

describe('R§2.5 a walk through pages and parts', () => {
  const nextOf = ({ body }: Answer): string => z.object({ next_cursor: z.string().min(1) }).parse(body).next_cursor;

  it.each([
    ['/events', { limit: 1 }],
    ['/events/summary', { by: 'code' }],
    ['/events/summary', { by: 'user', q: 'm' }],
  ])('R§2.5 R§11.2 the next call of %s with %j hears of a revoked key and of a deleted group', async (path, asked) => {
    const begin = async ({ query, ...options }: CallOptions) => {
      const all = { ...options, query: { ...asked, ...query } };
      const cursor = nextOf(await account.call('GET', path, all));
      return () => account.call('GET', path, { ...all, query: { ...all.query, cursor } });
    };
    const { group, token, revokeKey, remove } = await makeGroup();
    const byKey = await begin({ token });
    const byGroup = await begin({ query: { group_id: group.id } });
    const siteKey = await makeSiteKey();
    const first = await site.call('GET', path, { token: siteKey.token, query: asked });
    (await revokeKey()).done();
    (await byKey()).refused(401, 'invalid token');
    (await siteKey.revoke()).done();
    const cursor = nextOf(first);
    (await site.call('GET', path, { token: siteKey.token, query: { ...asked, cursor } })).refused(401, 'invalid token');
    expect((await byGroup()).status).toBe(200);
    (await remove()).done();
    (await byGroup()).refused(404, 'not found');
  });

  it('R§11.2 a part examines at most 20,000 events and says how far it came; another key or filter goes on there', async () => {
    const summary = async (query: NonNullable<CallOptions['query']>) =>
      (await account.call('GET', '/events/summary', { query })).as(200, summaryShape);
    const first = await summary({ by: 'code' });
    const { rows } = await service.db.work.query<{ at: Date }>(
      'select min(occurred_at) at from (select occurred_at from event e join site s on s.no = e.site where s.id = $1 order by occurred_at desc limit 20000) e',
      [site.id],
    );
    const looked = { matched: 20_000, looked_at: 20_000, complete: false };
    expect(first).toMatchObject({ ...looked, counted_back_to: rows[0]?.at.toISOString() });
    const rest = { matched: 1, looked_at: 1, complete: true, counted_back_to: null, next_cursor: '' };
    for (const query of [{ by: 'code' }, { by: 'user' }, { by: 'day', tz: 'Asia/Tokyo' }, { username: 'u', q: 'm' }])
      expect(await summary({ ...query, cursor: first.next_cursor })).toMatchObject(rest);
    const others = await summary({ code: 9, cursor: first.next_cursor });
    expect(others).toMatchObject({ ...rest, matched: 0 });
  });

  it('R§6.4 R§11.2 a part of a group tells the time of its last candidate, not that of an event of another site', async () => {
    const { group, token, remove } = await makeGroup();
    const [empty, other] = [await service.makeSite(account), await service.makeSite(account)];
    (await account.call('PATCH', `/sites/${empty.id}`, { body: { group_id: group.id } })).done();
    // The part ends behind the 12,000th event of the account.
    const { rows } = await service.db.work.query<{ at: Date }>(
      'select occurred_at at from event e join site s on s.no = e.site where s.id = $1 order by occurred_at desc offset 11998 limit 1',
      [site.id],
    );
    const at = rows[0]?.at.toISOString();
    const inserted = await service.db.work.query<{ id: number }>(
      `insert into event (id, occurred_at, code, user_id, account, site, severity, username, message)
       select nextval('event_block') * 1024, $2::timestamptz - interval '0.5 s', 1000, 1, s.account_no, s.no, 1, 'u', 'm'
       from site s where s.id = $1 returning id`,
      [other.id, at],
    );
    const part = (await account.call('GET', '/events/summary', { token, query: { by: 'code' } })).as(200, summaryShape);
    expect(part).toMatchObject({ looked_at: 11_999, complete: false, counted_back_to: at });
    await service.db.work.query('delete from event where id = $1', [inserted.rows[0]?.id]);
    (await remove()).done();
  });
});

describe('R§2.5 R§11.6 a search of a model that goes on', () => {
  /** Holds the first step until the search has to go on after it, and makes a change meanwhile. */
  async function overtaken(options: CallOptions, input: object, change: () => Promise<Answer>): Promise<Answer> {
    const holder = await service.db.work.connect();
    try {
      await holder.query('begin');
      await holder.query('lock table event in access exclusive mode');
      const params = { name: 'search_events', arguments: { code: [9], ...input } };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const answer = service.call('POST', '/mcp', { ...options, body });
      await until(async () => {
        // By another connection: a transaction sees one state of the others' activity.
        const { rows } = await service.db.work.query<{ n: number }>(
          `select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and query like '%from event where account = $1%' and clock_timestamp() - query_start > interval '300 ms'`,
        );
        return (rows[0]?.n ?? 0) > 0;
      });
      (await change()).done();
      await holder.query('rollback');
      return await answer;
    } finally {
      holder.release(true);
    }
  }

  it('R§2.5 R§11.6 R§5.5 ends where its group key is revoked, or the group of the key or of the search deleted', async () => {
    const one = await makeGroup();
    (await overtaken({ token: one.token }, {}, one.revokeKey)).refused(401, 'invalid token');
    const two = await makeGroup();
    (await overtaken({ token: two.token }, {}, two.remove)).refused(401, 'invalid token');
    const three = await makeGroup();
    const { body } = await overtaken({ token: account.token }, { group_id: three.group.id }, three.remove);
    expect(body).toMatchObject({ result: { isError: true, content: [{ text: 'not found' }, {}] } });
  });

  it('R§2.5 R§11.6 ends where its site key or its account key is revoked', async () => {
    const ofSite = await makeSiteKey();
    const asSite = { token: ofSite.token, domain: site.domain };
    (await overtaken(asSite, {}, ofSite.revoke)).refused(401, 'invalid token');
    const { key, prefix } = await service.makeAccountKey(account);
    const revoke = () => service.admin('DELETE', `/accounts/${account.id}/keys/${prefix}`);
    (await overtaken({ token: key }, {}, revoke)).refused(401, 'invalid token');
  });

  it('R§11.6 goes on to its end where nothing changes', async () => {
    const { body } = await overtaken({ token: account.token }, {}, async () => (await makeSiteKey()).revoke());
    expect(body).toMatchObject({ result: { structuredContent: { events: [], next_cursor: '' } } });
  });
});
