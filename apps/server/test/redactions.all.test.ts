import { randomUUID } from 'node:crypto';

import { createdRedactionShape, eventCountShape, redactionShape, type RedactionView } from '@goal/contract';
import { until } from '@goal/db/testing';
import { afterAll, expect, test } from 'vitest';

import { begin, parseLines, rest } from './export-reader.ts';
import { makeEvent, startService, unique, type Account, type Site } from './harness.ts';
import { makeStream, openReceiver } from './stream-receiver.ts';

const service = await startService({ streams: { allowNets: '127.0.0.0/8' } });
afterAll(() => service.stop());

const confirm = { confirm: 'true' };
const destructive = 'destructive: pass ?confirm=true — the text and user of these events are removed';

/** Everything that a person leaves in an event, with a word that is nowhere else. */
const traces = (word: string) => ({
  username: `${word}-name`,
  user_id: 4711,
  message: `${word} signed in`,
  user_agent: `${word}-browser`,
  session_id: `${word}-session`,
  ip: '203.0.113.77',
  event_uuid: randomUUID(),
  post_id: 7,
  post_type: 'page',
  post_status: 'draft',
});

async function redactPerson(account: Account, body: object): Promise<RedactionView> {
  const { id } = (await account.call('POST', '/redactions', { query: confirm, body })).as(202, createdRedactionShape);
  let view: RedactionView | undefined;
  await until(async () => {
    view = (await account.call('GET', `/redactions/${id}`)).as(200, redactionShape);
    return view.status === 'done';
  });
  return view ?? expect.fail();
}

const eventsOf = async (of: Account | Site, query: Record<string, string> = {}) =>
  ((await of.call('GET', '/events', { query })).body as { events: Record<string, unknown>[] }).events;

async function file(account: Account, query: string): Promise<Buffer> {
  const answer = await begin(service, `/account/events/export?${query}`, { Authorization: `Bearer ${account.token}` });
  return (await rest(answer)).bytes;
}

test('R§13.2 R§13.1 what goes and what stays, in lists, single reads, tail, exports, MCP, searches and summaries', async () => {
  const account = await service.makeAccount({ reseller: true });
  const site = await service.makeSite(account);
  const word = unique();
  const sent = makeEvent(traces(word));
  const id = await service.sendOne(site, sent);
  const other = await service.sendOne(site, makeEvent({ message: `${word} was here`, user_id: 5 }));
  const csvBefore = (await file(account, 'format=csv')).toString().split('\r\n')[0];
  expect(csvBefore).toMatch(/,ip$/);
  const before = (await site.call('GET', `/events/${id}`)).body as Record<string, unknown>;
  const counts = async () => (await account.call('GET', '/events/summary', { query: { by: 'day,severity' } })).body;
  const countsBefore = await counts();
  (await account.call('POST', `/events/${id}/redact`, { query: confirm })).done();
  (await account.call('POST', `/events/${id}/redact`, { query: confirm })).done();
  const alone = (await site.call('GET', `/events/${id}`)).body as Record<string, unknown>;
  const gone = { message: 'redacted', username: '', user_id: 0, user_agent: null, session_id: null };
  // Its address is gone as a field.
  expect(alone).not.toHaveProperty('ip');
  expect({ ip: before['ip'], ...alone }).toEqual({ ...before, ...gone, redacted_at: expect.any(String) as string });
  expect(Object.keys(alone).at(-1)).toBe('redacted_at');
  const redactedAt = alone['redacted_at'];
  const listed = (await eventsOf(account)).find((one) => one['id'] === id);
  expect(listed).toMatchObject({ message: 'redacted', username: '', user_id: 0 });
  expect(listed).not.toHaveProperty('redacted_at');
  for (const of of [account, site]) {
    const { events } = (await of.call('GET', '/events/tail', { query: { after: '0' } })).body as {
      events: { id: number }[];
    };
    const [first, second] = events;
    expect(first).toMatchObject({ id, message: 'redacted', redacted_at: redactedAt });
    expect(Object.keys(first ?? {}).at(-1)).toBe('redacted_at');
    expect(second).not.toHaveProperty('redacted_at');
  }
  const lines = parseLines(await file(account, ''));
  expect(lines.events.map(({ id: one, redacted_at: at }) => [one, at])).toEqual([
    [other, undefined],
    [id, redactedAt],
  ]);
  const [head, ...csv] = (await file(account, 'format=csv&order=asc')).toString().trimEnd().split('\r\n');
  expect(head).toBe(`${csvBefore},redacted_at`);
  expect([csv[0]?.endsWith(`,,${String(redactedAt)}`), csv[1]?.endsWith(',,')]).toEqual([true, true]);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_event', arguments: { id } } };
  const tool = (await service.call('POST', '/mcp', { token: account.token, body: call })).text;
  expect(tool).toContain(`redacted at ${String(redactedAt)}`);
  // Nothing finds it by what is gone.
  for (const query of [{ q: 'signed' }, { username: `${word}-name` }, { user_id: '4711' }, { ip: '203.0.113.77' }])
    expect(await eventsOf(account, query)).toEqual([]);
  expect((await eventsOf(account, { q: word })).map((one) => one['id'])).toEqual([other]);
  expect(await counts()).toEqual(countsBefore);
  const byUser = (await account.call('GET', '/events/summary', { query: { by: 'user' } })).text;
  expect(byUser).not.toContain('4711');
  // A retry brings nothing back.
  const retry = await site.call('POST', '/events', { body: { events: [sent] } });
  expect(retry.body).toEqual({ accepted: 0, duplicates: 1, rejected: [] });
  expect(await eventsOf(account, { q: 'signed' })).toEqual([]);
  // No table has the word, apart from the text of somebody else and a browser that waits to be
  // forgotten.
  await service.db.work.query('delete from dictionary where retired_at is not null');
  await service.db.work.query('delete from event where id = $1', [other]);
  const { rows } = await service.db.work.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  for (const { name } of rows) {
    const found = await service.db.work.query(`select from "${name}" t where t::text like '%' || $1 || '%'`, [word]);
    expect([name, found.rowCount]).toEqual([name, 0]);
  }
});

test('R§13.1 R§13.2 all of one person, told with the streams and exports that may have had it; a stream sends what it has not sent as it is now', async () => {
  const receiver = await openReceiver();
  const account = await service.makeAccount({ reseller: true });
  const [site, other] = [await service.makeSite(account), await service.makeSite(account)];
  const word = unique();
  const early = await makeStream(account, { type: 'webhook', url: receiver.url });
  await service.ingest(site, [makeEvent(traces(word)), makeEvent(traces(word)), makeEvent({ username: 'somebody' })]);
  await until(() => receiver.ids().length === 3);
  await file(account, `site_id=${other.id}`);
  await file(account, '');
  const late = await makeStream(account, { type: 'webhook', url: receiver.url }, { start: 'oldest' });
  (await account.call('POST', `/streams/${late.id}/pause`)).done();
  const view = await redactPerson(account, { username: `${word}-name`, site_id: site.id, user_id: 4711 });
  expect(view).toMatchObject({ matched: 2, redacted: 2, held: 0 });
  expect(view.streams).toContainEqual({ id: early.id, name: early.name });
  expect(view.exports).toEqual([{ at: expect.any(String) as string, by: account.prefix, events: 3 }]);
  receiver.requests.length = 0;
  (await account.call('POST', `/streams/${late.id}/replay`, { body: { from: 'oldest' } })).as(200, eventCountShape);
  (await account.call('POST', `/streams/${late.id}/resume`)).done();
  await until(() => receiver.requests.length > 0);
  const body = receiver.requests.map((one) => one.body).join('\n');
  expect(body).not.toContain(word);
  expect(body.match(/"redacted_at"/g)).toHaveLength(2);
  const { rows } = await service.db.work.query<{ action: string; actor_kind: string; detail: object }>(
    `select action, actor_kind, detail from action where account_id = $1 and action like 'redaction.%' order by id`,
    [account.id],
  );
  expect(rows).toEqual([
    {
      action: 'redaction.begin',
      actor_kind: 'account_key',
      detail: { redaction: view.id, username: 'not recorded', user_id: 'not recorded' },
    },
    { action: 'redaction.end', actor_kind: 'worker', detail: { redaction: view.id, matched: 2, redacted: 2, held: 0 } },
  ]);
  await receiver.close();
});

test('R§13.1 an event and a redaction are judged in the order of a deletion', async () => {
  const [account, another] = [await service.makeAccount(), await service.makeAccount()];
  const [site, foreign] = [await service.makeSite(account), await service.makeSite(another)];
  const [id, theirs] = [await service.sendOne(site), await service.sendOne(foreign)];
  for (const unknown of [theirs, '9007199254740991', 'x', '1.5'])
    (await account.call('POST', `/events/${unknown}/redact`)).refused(404, 'not found');
  for (const query of [{}, { confirm: 'false' }, { confirm: '1' }, { confirm: ['true', 'true'] }]) {
    (await account.call('POST', `/events/${id}/redact`, { query })).refused(400, destructive);
    (await account.call('POST', '/redactions', { query, body: {} })).refused(400, destructive);
  }
  (await account.call('POST', '/redactions', { body: '{' })).refused(400, 'invalid JSON body');
  const ask = (body: object) => account.call('POST', '/redactions', { query: confirm, body });
  for (const [body, sentence] of [
    [{ username: 5, user_id: 'x' }, 'username must be a string'],
    [{ username: 'a', user_id: '5' }, 'user_id must be an integer'],
    [{ username: 'a', user_id: 1.5 }, 'user_id must be an integer'],
    [{ username: 'a', user_id: 0 }, 'invalid user_id'],
    [{ username: '', user_id: null }, 'username or user_id required'],
    [{ site_id: site.id }, 'username or user_id required'],
    [{ user_id: 5 }, 'site_id required'],
    [{ username: 'a', user_id: 5, site_id: null }, 'site_id required'],
  ] as const)
    (await ask(body)).refused(400, sentence);
  for (const site_id of [foreign.id, randomUUID(), 7])
    (await ask({ username: 'a', user_id: 5, site_id })).refused(404, 'not found');
  (await account.call('GET', `/redactions/${(await service.makeRedaction(another)).id}`)).refused(404, 'not found');
  const { id: hold } = (await account.call('POST', '/holds', { body: { reason: 'case', site_id: site.id } })).body as {
    id: string;
  };
  (await account.call('POST', `/events/${id}/redact`)).refused(400, destructive);
  (await account.call('POST', `/events/${id}/redact`, { query: confirm })).refused(409, 'on legal hold');
  (await ask({ user_id: 5, site_id: site.id })).refused(409, 'on legal hold');
  (await account.call('DELETE', `/holds/${hold}`)).done();
  // Twenty at once begin one.
  await service.db.work.query('update account set is_reseller = true where id = $1', [account.id]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask({ username: unique() })));
  const begun = answers.filter(({ status }) => status === 202);
  for (const answer of answers) if (answer.status !== 202) answer.refused(409, 'redaction already running');
  expect(begun.length).toBeGreaterThanOrEqual(1);
  const { rows } = await service.db.work.query<{ running: number }>(
    'select count(*) as running from redaction where done_at is null group by account_no having count(*) > 1',
  );
  expect(rows).toEqual([]);
});
