import { createHash, randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { exportShape, mintedSiteKeyShape } from '@goal/contract';
import { until } from '@goal/db/testing';
import { describe, expect, it } from 'vitest';

import { begin, parseCsv, parseLines, rest } from './export-reader.ts';
import { makeEvent, sharedService, type Account, type Answer, type Site } from './harness.ts';
import { data } from './trpc-answers.ts';

// How a reader knows that a file is whole (rulings §9.12).

const service = await sharedService();
const account = await service.makeAccount({ plan: 'agency', reseller: true });
const group = await service.makeGroup(account);
const grouped = await service.makeSite(account, { group_id: group.id });
const single = await service.makeSite(account);
for (const site of [grouped, single]) await service.setReadRate(site, 1000);
await service.ingest(grouped, [makeEvent({ message: 'two\r\n"# end",lines', code: 1 }), makeEvent({ code: 2 })]);
await service.ingest(single, [makeEvent({ code: 3 })]);

const sum = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const accountKey = async (body: object = {}): Promise<string> => (await service.makeAccountKey(account, body)).key;
const groupKey = async (of = group): Promise<string> => (await service.makeGroupKey(account, of)).key;

/** The whole body of an export, decoded, and its id. */
async function exported(path: string, token: string, headers: Record<string, string> = {}) {
  const answer = await begin(service, path, { Authorization: `Bearer ${token}`, ...headers });
  expect(answer.statusCode).toBe(200);
  const { bytes, isWhole } = await rest(answer);
  expect(isWhole).toBe(true);
  const coding = answer.headers['content-encoding'];
  const body = coding === 'gzip' ? gunzipSync(bytes) : coding === 'br' ? brotliDecompressSync(bytes) : bytes;
  return { body, id: String(answer.headers['x-export-id']) };
}

const tell = (id: string, token: string): Promise<Answer> => service.call('GET', `/account/exports/${id}`, { token });
const told = async (id: string, token: string) => (await tell(id, token)).as(200, exportShape);

describe('R§9.12 an export that is whole', () => {
  it.each([
    ['ndjson', '', 3],
    ['csv', '', 3],
    ['csv', 'end=1', 3],
    ['csv', 'code=3', 1],
    ['csv', 'code=77', 0],
    ['csv', 'code=77&end=1', 0],
    ['ndjson', 'code=77', 0],
    ['ndjson', 'end=1&order=asc', 3],
  ])('is told with its count, bytes and sum: %s %s', async (format, query, events) => {
    for (const coding of ['identity', 'gzip', 'br']) {
      const token = await accountKey();
      const path = `/account/events/export?format=${format}&${query}`;
      const { body, id } = await exported(path, token, { 'Accept-Encoding': coding });
      // At once: it is recorded before the last byte leaves.
      const view = await told(id, token);
      expect(view).toEqual({
        id,
        format,
        started_at: view.started_at,
        ended_at: view.ended_at,
        complete: true,
        events,
        bytes: body.length,
        sha256: sum(body),
      });
      expect(Date.parse(view.ended_at ?? '')).toBeGreaterThanOrEqual(Date.parse(view.started_at));
      if (format === 'ndjson') expect(parseLines(body).head.started_at).toBe(view.started_at);
    }
  });

  it('has with end=1 a last line with the count and the sum of all before, that no message can forge', async () => {
    const { body } = await exported('/account/events/export?format=csv&end=1', await accountKey());
    const text = body.toString();
    const at = text.lastIndexOf('\r\n', text.length - 3) + 2;
    expect(text.slice(at)).toBe(`"# end",3,${sum(text.slice(0, at))}\r\n`);
    expect(text.match(/^"# end",/gm)).toHaveLength(1);
    expect(parseCsv(text)).toHaveLength(1 + 3 + 1);
    const plain = (await exported('/account/events/export?format=csv', await accountKey())).body.toString();
    expect(text.slice(0, at)).toBe(plain);
  });

  it('R§2.4 refuses any other end, behind the format, before the order', async () => {
    for (const end of ['0', '', 'true', '1&end=1', '01'])
      for (const format of ['csv', 'ndjson'])
        (await account.call('GET', `/events/export?order=up&end=${end}&format=${format}`)).refused(400, 'invalid end');
    (await account.call('GET', '/events/export?end=0&format=xml')).refused(400, 'invalid format');
    (await single.call('GET', '/events/export?end=0')).refused(400, 'invalid end');
  });
});

describe('R§9.12 who is told', () => {
  it('is the account of all its exports, a group of those made for it, and a site of its own', async () => {
    const [account1, group1, siblings] = [await accountKey(), await groupKey(), await service.makeGroup(account)];
    const ofSite = { 'X-Site-Domain': grouped.domain };
    const ids = {
      whole: (await exported('/account/events/export', account1)).id,
      group: (await exported('/account/events/export', group1)).id,
      forGroup: (await exported(`/account/events/export?group_id=${group.id}`, account1)).id,
      oneSite: (await exported(`/account/events/export?site_id=${grouped.id}`, account1)).id,
      ofGroup: (await exported(`/account/events/export?site_id=${grouped.id}`, group1)).id,
      site: (await exported('/events/export', grouped.token, ofSite)).id,
    };
    const known = async (ask: (id: string) => Promise<Answer>): Promise<string[]> => {
      const found: string[] = [];
      for (const [name, id] of Object.entries(ids)) {
        const answer = await ask(id);
        if (answer.status === 200) found.push(name);
        else answer.refused(404, 'not found');
      }
      return found;
    };
    const own = ['group', 'forGroup', 'ofGroup'];
    const [readKey, read, sibling] = [
      await accountKey({ access: 'read' }),
      (await service.makeGroupKey(account, group, { access: 'read' })).key,
      await groupKey(siblings),
    ];
    const { token: another } = (await account.call('POST', `/sites/${grouped.id}/tokens`)).as(201, mintedSiteKeyShape);
    const stranger = await service.makeAccount();
    expect(await known((id) => tell(id, account1))).toEqual(Object.keys(ids));
    expect(await known((id) => tell(id.toUpperCase(), readKey))).toEqual(Object.keys(ids));
    expect(await known((id) => tell(id, group1))).toEqual(own);
    expect(await known((id) => tell(id, read))).toEqual(own);
    expect(await known((id) => tell(id, sibling))).toEqual([]);
    expect(await known((id) => tell(id, stranger.token))).toEqual([]);
    expect(await known((id) => grouped.call('GET', `/exports/${id}`))).toEqual(['site']);
    expect(await known((id) => grouped.call('GET', `/exports/${id}`, { token: another }))).toEqual(['site']);
    expect(await known((id) => single.call('GET', `/exports/${id}`))).toEqual([]);
    const input = encodeURIComponent(JSON.stringify({ id: ids.site }));
    const [asAccount, asSite] = [
      await service.call('GET', `/trpc/account.exports.get?input=${input}`, { root: true, token: account1 }),
      await service.call('GET', `/trpc/read.exports.get?input=${input}`, { root: true, ...grouped }),
    ];
    expect([data(asAccount), data(asSite)]).toMatchObject([{ id: ids.site }, { id: ids.site }]);
    for (const id of [randomUUID(), 'x', '7']) {
      (await tell(id, account1)).refused(404, 'not found');
      (await grouped.call('GET', `/exports/${id}`)).refused(404, 'not found');
    }
  });

  it('is judged as every reading: a send-only key, a plan that does not pay, a wrong domain', async () => {
    const { id } = await exported('/events/export', single.token, { 'X-Site-Domain': single.domain });
    const query = { access: 'send' };
    const sender = (await account.call('POST', `/sites/${single.id}/tokens`, { query })).as(201, mintedSiteKeyShape);
    (await single.call('GET', `/exports/${id}`, { token: sender.token })).refused(403, 'send-only key');
    (await single.call('GET', `/exports/${id}`, { domain: grouped.domain })).refused(403, 'domain mismatch');
    const free = await service.makeAccount({ plan: 'free' });
    (await tell(id, free.token)).refused(403, 'api access requires a paid plan');
    (await tell(id, service.adminRead)).refused(401, 'invalid token');
  });

  it('says nothing of what begins no export: HEAD, and an export that is refused', async () => {
    const { rows: before } = await service.db.work.query('select count(*)::int as n from export');
    const path = '/events/export';
    for (const answer of [
      await account.call('HEAD', path),
      await account.call('GET', `${path}?order=up`),
      await account.call('GET', `${path}?site_id=${randomUUID()}`),
      await account.call('POST', path),
      await single.call('GET', path, { domain: grouped.domain }),
      await account.call('GET', '/events'),
    ])
      expect([answer.status, answer.headers['x-export-id']]).toEqual([answer.status, undefined]);
    expect((await service.db.work.query('select count(*)::int as n from export')).rows).toEqual(before);
  });
});

describe('R§9.12 an export that is not whole', () => {
  /** More than a connection buffers. */
  async function openLarge(): Promise<{ owner: Account; site: Site }> {
    const owner = await service.makeAccount({ plan: 'agency', reseller: true });
    const site = await service.makeSite(owner);
    await service.sendOne(site);
    await service.db.work.query(
      `insert into event (account, id, site, occurred_at, code, user_id, severity, object, event_type, username, message)
       select account, 2000000000000 + n, site, occurred_at, code, user_id, severity, object, event_type, username,
         (select string_agg(md5(n::text || x::text), '') from generate_series(1, 250) x)
       from event, generate_series(1, 3000) n where account = (select no from account where id = $1)`,
      [owner.id],
    );
    return { owner, site };
  }

  it('is never told as whole: while it runs, when its reader leaves, when its key is revoked, when its site leaves the group', async () => {
    const { owner, site } = await openLarge();
    const reader = (await service.makeAccountKey(owner)).key;
    const states: string[] = [];
    for (const [name, coding] of [
      ['left', 'identity'],
      ['left', 'gzip'],
      ['revoked', 'identity'],
      ['moved', 'identity'],
    ] as const) {
      const { key, prefix } = await service.makeAccountKey(owner);
      const within = await service.makeGroup(owner);
      const move = (groupId: string | null): Promise<Answer> =>
        owner.call('PATCH', `/sites/${site.id}`, { body: { group_id: groupId } });
      (await move(within.id)).done();
      const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': coding };
      const path = `/account/events/export?format=csv&end=1&group_id=${within.id}`;
      const answer = await begin(service, path, headers);
      const id = String(answer.headers['x-export-id']);
      expect(await told(id, reader)).toMatchObject({
        ended_at: null,
        complete: false,
        events: 0,
        bytes: 0,
        sha256: null,
      });
      if (name === 'left') answer.destroy();
      else if (name === 'revoked') (await service.admin('DELETE', `/accounts/${owner.id}/keys/${prefix}`)).done();
      else {
        (await move(null)).done();
        // It is judged again before its next part.
        void rest(answer);
      }
      await until(async () => (await told(id, reader)).ended_at !== null);
      const view = await told(id, reader);
      expect(view).toMatchObject({ complete: false, sha256: null });
      expect(view.events).toBeLessThan(3001);
      states.push(name);
      answer.destroy();
    }
    expect(states).toHaveLength(4);
    const { body, id } = await exported('/account/events/export?format=csv', reader);
    expect(await told(id, reader)).toMatchObject({
      complete: true,
      events: 3001,
      bytes: body.length,
      sha256: sum(body),
    });
  });

  it('resumed from a cursor, each part has its own count and sum', async () => {
    const { body } = await exported('/account/events/export?order=asc', await accountKey());
    const page = await account.call('GET', '/events?limit=1');
    const token = await accountKey();
    const cursor = String((page.body as { next_cursor: string }).next_cursor);
    const part = await exported(`/account/events/export?cursor=${cursor}`, token);
    expect(parseLines(body).events).toHaveLength(3);
    expect(await told(part.id, token)).toMatchObject({ complete: true, events: 2, sha256: sum(part.body) });
  });
});

describe('R§9.12 files of operators', () => {
  it('have with end=1 a last line as well, which the record does not count', async () => {
    for (const path of ['/accounts.csv', '/sites.csv', `/accounts/${account.id}/sites.csv`, '/actions.csv']) {
      const query = path.startsWith('/actions')
        ? `?account_id=${account.id}`
        : path === '/sites.csv'
          ? `?q=${single.domain}`
          : '';
      const more = query === '' ? '?' : `${query}&`;
      const { text } = await service.admin('GET', `${path}${more}end=1`);
      const at = text.lastIndexOf('\r\n', text.length - 3) + 2;
      const rows = parseCsv(text.slice(0, at)).length - 1;
      expect([path, text.slice(at)]).toEqual([path, `"# end",${rows},${sum(text.slice(0, at))}\r\n`]);
      expect((await service.admin('GET', `${path}${query}`)).text).not.toContain('"# end"');
      for (const end of ['0', '']) (await service.admin('GET', `${path}${more}end=${end}`)).refused(400, 'invalid end');
    }
    const { body } = await service.admin('GET', '/actions?action=sites.export&limit=1');
    expect(body).toMatchObject({ actions: [{ detail: { filters: expect.not.objectContaining({ end: '1' }) } }] });
  });
});
