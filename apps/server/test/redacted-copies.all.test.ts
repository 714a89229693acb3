import { gunzipSync } from 'node:zlib';

import { redactionShape, type RedactionView } from '@goal/contract';
import { until } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { makeEvent, startService, type Account, type Site, type TestService } from './harness.ts';
import { openSession } from './sessions.ts';
import { makeStream, openReceiver, untilStream, type Receiver } from './stream-receiver.ts';

// After a redaction nothing of the person is left (rulings §13.2). What every column of text or
// bytes can hold of an event, and what an erasure does about it, stands here; a new column fails.

/** By what it holds. Columns of numbers, times and ids hold no text. */
const columns: Readonly<Record<string, string>> = {
  'blanked with the event': 'event: ip message session_id user_agent_text username',
  'a user agent, which is forgotten once no other event uses it, some 15 minutes later; other words stay':
    'dictionary: value',
  'what happened and not to whom, which stays': 'event: event_type_text object_text post_status post_type',
  'words of a receiver, emptied with the first event': 'stream_delivery: said; stream_set_aside: said',
  'whom a redaction is about, forgotten at its end': 'redaction: username',
  'names and filters that people of the account chose, which stay; the answer of a redaction names streams and views': `stream: filters name; saved_view: name query; redaction: left; account: name; brand: logo name; site: domain name site_url;
     site_group: external_ref name; account_key: name; group_key: name; legal_hold: reason; passkey: name; person: name`,
  'the record of acts: names of what was chosen, and «not recorded» for users, addresses and words': 'action: detail',
  'sentences of the service': `account_key: last_refusal; group_key: last_refusal; site_arrival: last_refusal;
     stream: last_error; stream_delivery: error; stream_set_aside: error; mail: failure; log_witness: failure;
     payment_refusal: reason`,
  'people who sign in and act, who are nobody of an event': `account: email; account_key: created_by; action: actor;
     ceremony: data; identity: issuer subject; invitation: created_by email; legal_hold: actor; mail: detail recipient;
     membership: invited_by; person: email muted_mails time_zone; redaction: actor; saved_view: created_by;
     session: user_agent`,
  'what a sender says of itself, and no event': 'site_arrival: refused_domain',
  'settings of a sink without secrets, and what is sealed': 'stream: sealed sink; person: totp',
  'ids, times and numbers in JSON': `stream: gap untold; log_outbox: note; log_check: found; log_head: keys; instance: answer; act: holder ids;
     retention_state: question; tail_era: also former`,
  'tokens, keys and their hashes': `account_key: hash prefix; admin_token: hash name prefix; brake: subject; ceremony: hash;
     group_key: hash prefix; invitation: hash mailed_hash mailed_prefix prefix; log_key: public seed;
     passkey: credential_id public_key transports; person: password; recovery_code: hash; seal_key: key;
     operator_session: hash prefix; session: hash prefix; site_key: hash prefix; stream_key: key; unsubscribe_token: hash`,
  'hashes of the signed log, whose salts go with the event, and of whole exports': `log_cosigned: checkpoint; log_entries: commitments heads root;
     log_head: checkpoint edge origin; log_salt: key; log_salt_kept: salt; log_tile: hashes; log_witness: line vkey; export: sha256`,
  'names of a closed set': `account: plan; account_key: access; act: action; action: action actor_kind; admin_token: scope;
     brand: colour logo_type;
     ceremony: kind; export: format; group_key: access; instance: kind version visits; invitation: role; legal_hold: actor_kind; mail: kind outcome;
     membership: role; plan: slug; redaction: actor_kind; session: how; site: status; site_key: access;
     stream: paused_by status; stream_delivery: outcome; unsubscribe_token: kind; work_turn: work`,
  'what the payment provider says of a subscription': `applied_payment: id; checkout: price session;
     subscription: customer held_reason id price status`,
  'names of this machine and database': `_prisma_migrations: checksum id logs migration_name; instance: name;
     retention_state: identity; tail_era: identity`,
};

let service: TestService;
let receiver: Receiver;
let account: Account;
let site: Site;
beforeAll(async () => {
  service = await startService({ streams: { allowNets: '127.0.0.0/8' } });
  receiver = await openReceiver();
  account = await service.makeAccount({ plan: 'agency' });
  site = await service.makeSite(account);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

test('R§13.2 every column that can hold text or bytes has an entry that says why it holds nothing of an event, or what an erasure does', async () => {
  const entries = Object.values(columns).flatMap((list) =>
    list.split(';').flatMap((part) => {
      const [table = '', names = ''] = part.trim().split(/:\s*/);
      return names.split(/\s+/).map((name) => `${table}.${name}`);
    }),
  );
  const { rows } = await service.db.work.query<{ column: string }>(
    `select table_name || '.' || column_name as column from information_schema.columns where table_schema = 'public'
       and data_type not in ('bigint', 'boolean', 'date', 'double precision', 'integer', 'smallint', 'timestamp with time zone', 'uuid')`,
  );
  expect(entries.toSorted()).toEqual(rows.map(({ column }) => column).toSorted());
});

/** In every text of the person's events, and in nothing else. */
const needle = 'zyxwneedle';
const user = { username: needle, user_id: 918_273, message: `${needle} signed in`, ip: '203.0.113.77' };
const traces = { user_agent: `${needle} browser`, session_id: `${needle}-session` };
const words = `queue full at event of ${needle}`;
/** Repeats the events that it was sent, and by name whom it had before. */
const repeating = ({ raw, path }: { raw: Buffer; path: string }) =>
  path.includes('collector')
    ? { status: 400, body: JSON.stringify({ text: `${words}: ${gunzipSync(raw).toString().slice(0, 500)}`, code: 6 }) }
    : {
        body: JSON.stringify({ partialSuccess: { rejectedLogRecords: '1', errorMessage: words } }),
        headers: { 'content-type': 'application/json' },
      };

/** Each table and column in which the text stands, in any form. */
async function standsIn(): Promise<string[]> {
  const { rows: tables } = await service.db.work.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const found = [];
  for (const { name } of tables) {
    const { rows } = await service.db.work.query<{ column: string }>(
      `select distinct c.key as column from "${name}" t, jsonb_each_text(to_jsonb(t)) c
       where c.value ilike '%' || $1 || '%' or c.value like '%' || encode(convert_to($1, 'UTF8'), 'hex') || '%'
         or c.value like '%203.0.113.77%' or c.value = '918273'`,
      [needle],
    );
    found.push(...rows.map(({ column }) => `${name}.${column}`));
  }
  return found.toSorted();
}

async function erased(body: object): Promise<RedactionView> {
  const { id } = (await account.call('POST', '/redactions?confirm=true', { body })).body as { id: string };
  let last: RedactionView | undefined;
  await until(async () => {
    last = (await account.call('GET', `/redactions/${id}`)).as(200, redactionShape);
    return last.status === 'done';
  });
  return last ?? expect.fail();
}

test('R§13.2 after a redaction a person stands in no column but those of filters and names that people chose, which its answer names; not in the words of receivers, not in events set aside, and not in what a delivery under way brings later', async () => {
  const { origin } = new URL(receiver.url);
  receiver.answer = repeating;
  const splunk = await makeStream(account, { type: 'splunk', url: origin, token: 'a-token' });
  const otlp = await makeStream(account, { type: 'otlp', url: origin, encoding: 'json' });
  const filters = { filters: { username: needle } };
  const filtering = await makeStream(account, { type: 'mail' }, { ...filters, name: 'An alert' });
  const session = await openSession(service, account);
  const query = `username=${needle}`;
  for (const shared of [true, false])
    await service.call('POST', '/trpc/dashboard.views.save', {
      root: true,
      ...session,
      body: { name: `shared ${shared}`, query, shared },
    });
  await service.ingest(site, [makeEvent({ ...user, ...traces }), makeEvent({ ...traces, message: `of ${needle}` })]);
  // Refused alone three times, so that they are set aside with what the receiver said.
  await until(async () => {
    await service.db.work.query('update stream set next_at = clock_timestamp() where id = $1', [splunk.id]);
    const { rows } = await service.db.work.query<{ aside: number }>(
      'select count(*)::int as aside from stream_set_aside',
    );
    return rows[0]?.aside === 2;
  });
  await untilStream(account, otlp.id, ({ delivered }) => delivered === 2);
  expect(await standsIn()).toEqual(
    expect.arrayContaining(['stream_delivery.said', 'stream_set_aside.said', 'event.message', 'dictionary.value']),
  );

  // A delivery is under way, and its receiver answers when all is done.
  let answerNow: () => void = () => {};
  const held = new Promise<void>((resolve) => (answerNow = resolve));
  const reached = new Promise<void>((resolve) => {
    receiver.hold = async () => {
      resolve();
      await held;
    };
  });
  await service.ingest(site, [makeEvent({ ...user, ...traces })]);
  await reached;
  const { events } = (await account.call('GET', '/events')).body as { events: { id: number; username: string }[] };
  for (const { id, username } of events.filter((event) => event.username !== needle)) {
    expect(username).toBe('editor');
    (await account.call('POST', `/events/${id}/redact?confirm=true`)).done();
  }
  const { redacted, streams, views, private_views: others } = await erased({ username: needle });
  expect(redacted).toBe(2);
  expect(streams).toEqual(
    expect.arrayContaining([
      { id: splunk.id, name: splunk.name },
      { id: otlp.id, name: otlp.name },
      { id: filtering.id, name: 'An alert', filter: true },
    ]),
  );
  expect([views.map(({ name }) => name), others]).toEqual([['shared true'], 1]);
  answerNow();
  await untilStream(account, otlp.id, ({ delivered }) => delivered === 3);
  await until(async () => {
    await service.db.work.query('update stream set next_at = clock_timestamp() where id = $1', [splunk.id]);
    const { rows } = await service.db.work.query<{ aside: number }>(
      'select count(*)::int as aside from stream_set_aside',
    );
    return rows[0]?.aside === 3;
  });
  const stays = ['saved_view.query', 'stream.filters'];
  // The dictionary forgets words later: each process has to have forgotten their numbers first.
  expect(await standsIn()).toEqual(['dictionary.value', ...stays]);
});
