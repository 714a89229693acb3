import { gzipSync } from 'node:zlib';

import { appRouter } from '@goal/api';
import { deliveriesShape, setAsideShape, streamTestShape } from '@goal/contract';
import { startMailServer, until, type TestMailServer } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { makeEvent, startService, type Account, type Answer, type Site, type TestService } from './harness.ts';
import { operations } from './openapi-document.ts';
import { makeStream, openReceiver, readStream, untilStream, type Receiver, type Reply } from './stream-receiver.ts';

// A receiver's own words may repeat the events that it was sent. The people of the account read
// them; operators, logs, metrics and mails have a sentence of the service (rulings §15.9).

/** Stands in the events and in no other text of the service. */
const needle = 'zyxw-needle';
const words = `queue full at event of ${needle} (203.0.113.77)`;
const metricsToken = 'metrics-token-of-this-test';

const json = { 'content-type': 'application/json' };
/** What a receiver says, by the path of its address. Each of them repeats the event. */
const replies: Readonly<Record<string, Reply>> = {
  text: { status: 503, body: words },
  html: {
    status: 500,
    body: `<html><title>${words}</title></html>`,
    headers: { 'content-type': 'text/html', 'x-why': words },
  },
  json: { status: 400, body: JSON.stringify({ error: words }), headers: json },
  gzip: {
    status: 502,
    body: gzipSync(JSON.stringify({ text: words, code: 9 })).toString('latin1'),
    headers: { ...json, 'content-encoding': 'gzip' },
  },
  location: { status: 302, headers: { location: `/${needle}`, 'retry-after': needle } },
  gone: { status: 410, body: words },
  busy: { status: 503, body: JSON.stringify({ text: words, code: 9 }), headers: json },
  invalid: { status: 400, body: JSON.stringify({ text: words, code: 6 }), headers: json },
  odd: { status: 200, body: JSON.stringify({ text: words, code: 8 }), headers: json },
  partial: {
    body: JSON.stringify({ partialSuccess: { rejectedLogRecords: '1', errorMessage: words } }),
    headers: json,
  },
  warning: { body: JSON.stringify({ partialSuccess: { errorMessage: words } }), headers: json },
  store: { status: 403, body: `<Error><Code>${needle.replace('-', '')}</Code><Message>${words}</Message></Error>` },
};
const sinkOf: Readonly<Record<string, (at: string) => Record<string, unknown>>> = {
  ...Object.fromEntries(
    ['text', 'html', 'json', 'location', 'gone'].map((name) => [name, (url: string) => ({ type: 'webhook', url })]),
  ),
  ...Object.fromEntries(
    ['gzip', 'busy', 'invalid', 'odd'].map((name) => [
      name,
      (url: string) => ({ type: 'splunk', url, token: 'a-token' }),
    ]),
  ),
  ...Object.fromEntries(
    ['partial', 'warning'].map((name) => [name, (url: string) => ({ type: 'otlp', url, encoding: 'json' })]),
  ),
};

let service: TestService;
let mailServer: TestMailServer;
let receiver: Receiver;
/** An account has ten streams at most. */
let accounts: [Account, Account];
let site: Site;
/** The ids of the streams by what their receivers say. */
const streams = new Map<string, { account: Account; id: string }>();

beforeAll(async () => {
  mailServer = await startMailServer();
  service = await startService({
    streams: { allowNets: '127.0.0.0/8' },
    smtpUrl: mailServer.url,
    operatorEmail: 'operator@example.com',
    metricsToken,
  });
  receiver = await openReceiver(({ path }) => replies[path.split('/')[1] ?? ''] ?? {});
  accounts = [await service.makeAccount({ plan: 'agency' }), await service.makeAccount({ plan: 'agency' })];
  mailServer.refusals.push(...Array<string>(50).fill(`no mail about ${words}`));
  const base = new URL(receiver.url).origin;
  for (const name of [...Object.keys(sinkOf), 'mail', 'store']) {
    const [first, second] = accounts;
    const account = streams.size < 7 ? first : second;
    const store = { type: 's3', endpoint: `${base}/store`, bucket: 'goal', access_key_id: 'a', secret_access_key: 'b' };
    const sink = name === 'mail' ? { type: 'mail' } : name === 'store' ? store : sinkOf[name]?.(`${base}/${name}`);
    streams.set(name, { account, id: (await makeStream(account, sink ?? {}, { name })).id });
  }
  for (const account of accounts) {
    site = await service.makeSite(account);
    await service.ingest(site, [makeEvent({ username: needle, message: words, ip: '203.0.113.77' })]);
  }
  await everythingSaid();
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  await mailServer.stop();
});

/** Until each receiver has said its words, and each mail was refused. */
async function everythingSaid(): Promise<void> {
  const taken = new Set(['partial', 'warning']);
  for (const [name, { account, id }] of streams) {
    // An object store gets a file of some minutes: there the test tells what it says.
    if (name === 'store') continue;
    await untilStream(account, id, ({ status, delivered }) =>
      taken.has(name) ? delivered > 0 : status === 'failing' || status === 'disabled',
    );
  }
  // An event that is refused alone three times is set aside.
  const invalid = streams.get('invalid');
  if (invalid === undefined) throw new Error('no stream');
  await until(async () => {
    await service.db.work.query('update stream set next_at = clock_timestamp() where id = $1', [invalid.id]);
    return (await readStream(invalid.account, invalid.id)).set_aside === 1;
  });
  await service.db.work.query(
    `insert into mail (account_no, kind, month) select no, 'fair_use', date_trunc('month', now()) from account where id = $1`,
    [accounts[0].id],
  );
  await service.db.work.query(
    `insert into accepted_day (account, day, events, bytes) select no, current_date, 100000000, 0 from account where id = $1
     on conflict (account, day) do update set events = excluded.events`,
    [accounts[0].id],
  );
  await service.db.work.query(
    `update stream set failing_since = now() - interval '2 days', next_at = now() where status = 'active'`,
  );
  await until(async () => {
    const { rows } = await service.db.work.query<{ kind: string }>(
      `select distinct kind from mail where failure is not null`,
    );
    return ['fair_use', 'stream_failing', 'stream_disabled'].every((kind) => rows.some((row) => row.kind === kind));
  });
}

const tells = /zyxw|203\.0\.113\./;

/** Asks a query of native tRPC with each of these ids; resolves to the answers with 200. */
async function askAll(name: string, ids: readonly string[], groupId: string): Promise<Answer[]> {
  const rest = { plan: 'agency', enabled: true, kind: 'silent', prefix: 'aaaaaaaa', group_id: groupId, limit: 200 };
  const answers = [];
  for (const id of ids) {
    const input = JSON.stringify({ ...rest, id });
    answers.push(
      await service.call('GET', `/trpc/${name}`, { root: true, token: service.adminWrite, query: { input } }),
    );
  }
  return answers.filter(({ status }) => status === 200);
}

test('R§15.9 R§8.b2: no answer of an operator’s procedure has a word of a receiver, whatever it is and however the receiver says it', async () => {
  const ids = [...accounts.map(({ id }) => id), site.id];
  const { id: groupId } = await service.makeGroup(accounts[0]);
  // Files are REST alone.
  // At run time they stand under their whole names; tRPC types them as a tree.
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
  const queries = Object.entries(procedures).flatMap(([name, { _def }]) =>
    name.startsWith('admin.') && _def.type === 'query' && !name.endsWith('.file') ? name : [],
  );
  expect(queries.length).toBeGreaterThan(20);
  for (const name of queries) {
    const answers = await askAll(name, ids, groupId);
    expect(answers.length, `${name} was answered with none of the ids: give it what it needs`).toBeGreaterThan(0);
    for (const { text } of answers) expect(text, name).not.toMatch(tells);
  }
  const [{ id }] = accounts;
  for (const { path, name } of operations.filter((one) => one.name.startsWith('GET /admin/'))) {
    const answer = await service.admin('GET', path.replace('/admin', '').replace('{id}', id));
    expect(answer.text, name).not.toMatch(tells);
  }
  const shown = [];
  for (const account of accounts) shown.push((await service.admin('GET', `/accounts/${account.id}/streams`)).text);
  for (const sentence of [
    'the receiver answered 503',
    'the receiver answered with a redirect',
    'the receiver answered 410',
  ])
    expect(shown.join('\n')).toContain(sentence);
  const summary = await service.admin('GET', `/accounts/${id}/summary`);
  expect(summary.text).toContain('the mail server answered 450 to DATA');
});

test('R§15.9: neither the log nor a metric has a word of a receiver, and no mail and no record', async () => {
  expect((await service.call('GET', '/metrics', { root: true, token: metricsToken })).text).not.toMatch(tells);
  const { rows } = await service.db.work.query<{ text: string }>(
    'SELECT a::text AS text FROM action a UNION ALL SELECT m::text FROM mail m UNION ALL SELECT (s.*)::text FROM stream s',
  );
  expect(rows.map(({ text }) => text).join('\n')).not.toMatch(tells);
  const log = service.log.join('\n');
  expect(log).toContain('a mail was not taken');
  expect(log).not.toMatch(tells);
});

test('R§15.1 R§15.9: the people of the account read what a receiver says, behind the sentence: in deliveries, of events set aside, and when they try it', async () => {
  const read = async (name: string): Promise<string[]> => {
    const { account, id } = streams.get(name) ?? expect.fail(name);
    const { deliveries } = (await account.call('GET', `/streams/${id}/deliveries`)).as(200, deliveriesShape);
    return [...new Set(deliveries.map(({ error }) => error ?? ''))];
  };
  expect(await read('busy')).toEqual([`the receiver answered 503: ${words}`]);
  expect(await read('partial')).toEqual([`the receiver rejected 1 of 1 events: ${words}`]);
  expect(await read('warning')).toEqual([`the receiver took it with a warning: ${words}`]);
  // Nothing of an answer in which no field for words is documented.
  expect(await read('text')).toEqual(['the receiver answered 503']);
  const invalid = streams.get('invalid') ?? expect.fail();
  const { events } = (await invalid.account.call('GET', `/streams/${invalid.id}/set-aside`)).as(200, setAsideShape);
  expect(events.map(({ error }) => error)).toEqual([`the receiver answered 400: ${words}`]);
  for (const [name, sentence] of [
    ['busy', `the receiver answered 503: ${words}`],
    ['store', `the receiver answered 403: ${needle.replace('-', '')}`],
    ['json', 'the receiver answered 400'],
  ] as const) {
    const { account, id } = streams.get(name) ?? expect.fail(name);
    const tried = (await account.call('POST', `/streams/${id}/test`)).as(200, streamTestShape);
    expect(tried).toMatchObject({ ok: false, error: sentence });
    expect((await readStream(account, id)).last_error ?? '').not.toMatch(tells);
  }
});
