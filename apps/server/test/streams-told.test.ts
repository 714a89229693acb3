import { deliveriesShape, eventCountShape, setAsideShape } from '@goal/contract';
import { inAllRun, until } from '@goal/db/testing';
import { afterAll, expect, test } from 'vitest';

import { makeEvent, startService, unique, type Account } from './harness.ts';
import { idsOf, makeStream, openReceiver, readStream, untilStream } from './stream-receiver.ts';

// What the other files of streams do not show: who is told, and what a stream does at its edges.

const service = await startService({ streams: { allowNets: '127.0.0.0/8' } });
afterAll(() => service.stop());

const eventsOf = (count: number, over: Record<string, unknown> = {}): object[] =>
  Array.from({ length: count }, () => makeEvent(over));
/** Moves what a stream remembers; the time that it names has passed. */
const set = (id: string, text: string) =>
  service.db.work.query(`update stream set ${text}, next_at = clock_timestamp() where id = $1`, [id]);
const mailsOf = async ({ id }: Account) =>
  (
    await service.db.work.query<{ kind: string; detail: Record<string, string> }>(
      `select kind, detail from mail where account_no = (select no from account where id = $1) order by no`,
      [id],
    )
  ).rows;

test('R§15.7 R§15.10: after a day of failing the account is told once, after five days the stream is switched off and that is told and recorded, and a resume goes on from where it stood', async () => {
  const receiver = await openReceiver(() => ({ status: 503, headers: { 'retry-after': '1800' } }));
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const name = `stream ${unique()}`;
  const { id } = await makeStream(account, { type: 'webhook', url: receiver.url }, { name });
  await service.ingest(site, eventsOf(3));
  const failing = await untilStream(account, id, ({ status }) => status === 'failing');
  // `Retry-After` is longer than the first pause of five seconds.
  expect(Date.parse(failing.next_attempt_at ?? '') - Date.now()).toBeGreaterThan(60_000);
  expect(await mailsOf(account)).toEqual([]);
  const tried = async (): Promise<void> => {
    const before = receiver.requests.length;
    await set(id, 'attempts = attempts');
    await until(async () => receiver.requests.length > before && (await nextAttempts(id)) > before);
  };
  await set(id, `failing_since = clock_timestamp() - interval '25 hours'`);
  await until(async () => (await mailsOf(account)).length === 1);
  await tried();
  const facts = { name, type: 'webhook', host: new URL(receiver.url).host, error: 'the receiver answered 503' };
  expect(await mailsOf(account)).toEqual([{ kind: 'stream_failing', detail: facts }]);

  await set(id, `failing_since = clock_timestamp() - interval '5 days'`);
  const off = await untilStream(account, id, ({ status }) => status === 'disabled');
  expect(off).toMatchObject({ last_error: 'the receiver answered 503', next_attempt_at: null, paused_by: null });
  expect((await mailsOf(account)).map(({ kind }) => kind)).toEqual(['stream_failing', 'stream_disabled']);
  const { actions } = (await service.admin('GET', `/actions?account_id=${account.id}`)).body as { actions: object[] };
  expect(actions[0]).toMatchObject({
    actor_kind: 'worker',
    action: 'stream.disable',
    detail: { name, type: 'webhook', host: new URL(receiver.url).host },
  });
  receiver.answer = () => ({});
  (await account.call('POST', `/streams/${id}/resume`)).done();
  await until(() => receiver.ids().length === 3);
  expect(await untilStream(account, id, ({ delivered }) => delivered === 3)).toMatchObject({ status: 'active' });
  await receiver.close();
});

/** How often a stream was tried without success. */
async function nextAttempts(id: string): Promise<number> {
  const { rows } = await service.db.work.query<{ attempts: number }>('select attempts from stream where id = $1', [id]);
  return rows[0]?.attempts ?? 0;
}

test('R§15.7: 410 switches a stream off at once, and its owner is told', async () => {
  const receiver = await openReceiver(() => ({ status: 410 }));
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const { id } = await makeStream(account, { type: 'webhook', url: receiver.url });
  await service.ingest(site, eventsOf(2));
  await untilStream(account, id, ({ status }) => status === 'disabled');
  expect((await mailsOf(account)).map(({ kind, detail }) => [kind, detail['error']])).toEqual([
    ['stream_disabled', 'the receiver answered 410'],
  ]);
  expect(receiver.requests).toHaveLength(1);
  await receiver.close();
});

inAllRun(() => {
  test('R§15.7: a sink that refuses what is larger than 10 kB gets halves until they fit, each event once and in order', async () => {
    const receiver = await openReceiver(({ raw }) => ({ status: raw.byteLength > 10_000 ? 413 : 200 }));
    const account = await service.makeAccount();
    const site = await service.makeSite(account);
    const { id } = await makeStream(account, { type: 'webhook', url: receiver.url });
    await service.ingest(site, eventsOf(60, { message: 'x'.repeat(800) }));
    await until(() => receiver.ids().length === 60);
    const { events } = (await account.call('GET', '/events/tail?after=0')).body as { events: { id: number }[] };
    const taken = receiver.requests.filter(({ raw }) => raw.byteLength <= 10_000).flatMap(idsOf);
    expect(taken).toEqual(events.map((event) => event.id));
    expect(await untilStream(account, id, ({ delivered }) => delivered === 60)).toMatchObject({
      status: 'active',
      set_aside: 0,
    });
    const { deliveries } = (await account.call('GET', `/streams/${id}/deliveries`)).as(200, deliveriesShape);
    expect(deliveries.some(({ outcome, status }) => outcome === 'refused' && status === 413)).toBe(true);
    await receiver.close();
  });

  test('R§15.2: what was stored before its site was deleted does not leave afterwards, and a stream of that site stays and says why it is empty', async () => {
    const receiver = await openReceiver();
    const account = await service.makeAccount();
    const [gone, kept] = [await service.makeSite(account), await service.makeSite(account)];
    const all = await makeStream(account, { type: 'webhook', url: receiver.url });
    const narrow = await makeStream(account, { type: 'webhook', url: receiver.url }, { filters: { site_id: gone.id } });
    for (const { id } of [all, narrow]) (await account.call('POST', `/streams/${id}/pause`)).done();
    await service.ingest(gone, eventsOf(3));
    (await account.call('DELETE', `/sites/${gone.id}?confirm=true`)).done();
    await service.ingest(kept, eventsOf(2));
    for (const { id } of [all, narrow]) (await account.call('POST', `/streams/${id}/resume`)).done();
    await untilStream(account, all.id, ({ delivered }) => delivered === 2);
    const empty = await untilStream(account, narrow.id, ({ last_error: error }) => error !== null);
    expect(empty).toMatchObject({
      status: 'active',
      delivered: 0,
      last_error: 'the site or group of the filter is gone',
      filters: { site_id: gone.id },
    });
    const bodies = receiver.requests.map(({ body }) => body).join('\n');
    expect(receiver.ids()).toHaveLength(2);
    expect(bodies).not.toContain(gone.id);
    await receiver.close();
  });

  test('R§15.1 R§15.4: the last 200 deliveries are kept and read in pages; a test that runs, a sink without a secret and a forgotten time are refused in a sentence', async () => {
    const account = await service.makeAccount();
    const site = await service.makeSite(account);
    const { id } = await makeStream(account, { type: 'mail' });
    await service.db.work.query(
      `insert into stream_delivery (stream_no, outcome, events, attempt, took_ms, bytes)
     select no, 'delivered', n, 1, 1, 1 from stream, generate_series(1, 250) n where id = $1`,
      [id],
    );
    // The service has no mail server, so the next delivery fails and is noted.
    await service.ingest(site, eventsOf(1));
    await untilStream(account, id, ({ status }) => status === 'failing');
    const seen: number[] = [];
    for (let cursor = ''; ;) {
      const query = { limit: 90, ...(cursor === '' ? {} : { cursor }) };
      const page = (await account.call('GET', `/streams/${id}/deliveries`, { query })).as(200, deliveriesShape);
      seen.push(...page.deliveries.map(({ events }) => events));
      cursor = page.next_cursor;
      if (cursor === '') break;
    }
    expect(seen).toEqual([1, ...Array.from({ length: 199 }, (_, nth) => 250 - nth)]);

    const act = (path: string, body?: object) =>
      account.call('POST', `/streams/${id}/${path}`, body === undefined ? {} : { body });
    (await act('secret')).refused(409, 'this sink has no signing secret');
    (await act('replay', { from: 'yesterday' })).refused(400, 'invalid from');
    expect((await act('replay', { from: '2026-01-01' })).as(200, eventCountShape)).toEqual({ events: 1 });
    await service.ingest(site, eventsOf(1));
    await service.db.work.query(
      'delete from tail where seq = 1 and account = (select account_no from stream where id = $1)',
      [id],
    );
    (await act('replay', { from: '2026-01-01' })).refused(409, 'position no longer kept');
    await set(id, `testing_until = 'infinity'`);
    (await act('test')).refused(409, 'test already running');
    const moved = await account.call('PATCH', `/streams/${id}`, {
      body: { sink: { type: 'syslog', host: '169.254.169.254' } },
    });
    moved.refused(400, 'address not allowed');
    expect((await readStream(account, id)).sink).toEqual({ type: 'mail', to: null });
  });

  test('R§15.7 R§10.28: a stream that is resumed and switched off again and again sends its owner ten mails an hour', async () => {
    const receiver = await openReceiver(() => ({ status: 410 }));
    const account = await service.makeAccount();
    const site = await service.makeSite(account);
    const { id } = await makeStream(account, { type: 'webhook', url: receiver.url });
    await service.db.work.query(
      `insert into mail (account_no, kind, detail) select no, 'stream_disabled', '{}' from account, generate_series(1, 9) where id = $1`,
      [account.id],
    );
    await service.ingest(site, eventsOf(1));
    for (let time = 1; time <= 3; time += 1) {
      await untilStream(account, id, ({ status }) => status === 'disabled');
      expect(receiver.requests).toHaveLength(time);
      (await account.call('POST', `/streams/${id}/resume`)).done();
      await until(() => receiver.requests.length > time);
    }
    await untilStream(account, id, ({ status }) => status === 'disabled');
    expect(await mailsOf(account)).toHaveLength(10);
    await receiver.close();
  });
});

test('R§15.1: what was set aside is read in pages from the newest, each once, also those of the same moment and while more comes', async () => {
  const account = await service.makeAccount();
  const { id } = await makeStream(account, { type: 'mail' });
  const setAside = (events: number[], ago: string) =>
    service.db.work.query(
      `insert into stream_set_aside (stream_no, event_id, at, status, error)
       select no, unnest($2::bigint[]), '2026-11-01'::timestamptz - $3::interval, 422, 'answered 422' from stream where id = $1`,
      [id, events, ago],
    );
  // An event that came later may be set aside earlier.
  await setAside([20, 70, 10, 40, 30], '1 minute');
  await setAside([100, 90], '2 minutes');
  await setAside([60, 50], '1 millisecond');
  const seen: number[][] = [];
  for (let cursor = ''; ;) {
    const query = { limit: 3, ...(cursor === '' ? {} : { cursor }) };
    const page = (await account.call('GET', `/streams/${id}/set-aside`, { query })).as(200, setAsideShape);
    seen.push(page.events.map((event) => event.id));
    if (seen.length === 1) await setAside([80], '0');
    cursor = page.next_cursor;
    if (cursor === '') break;
  }
  expect(seen).toEqual([
    [60, 50, 70],
    [40, 30, 20],
    [10, 100, 90],
  ]);
  const { events } = (await account.call('GET', `/streams/${id}/set-aside`)).as(200, setAsideShape);
  expect(events[0]).toEqual({ id: 80, at: '2026-11-01T00:00:00.000Z', status: 422, error: 'answered 422' });
});

inAllRun(() => {
  test('R§15.7: three refusals of an event count within a quarter of an hour, and older ones do not', async () => {
    const receiver = await openReceiver(() => ({ status: 422 }));
    const account = await service.makeAccount();
    const site = await service.makeSite(account);
    const { id } = await makeStream(account, { type: 'webhook', url: receiver.url });
    await service.ingest(site, eventsOf(1));
    const asideAfter = async (attempts: number): Promise<number> => {
      await until(async () => (await nextAttempts(id)) === attempts);
      return (await readStream(account, id)).set_aside;
    };
    expect(await asideAfter(1)).toBe(0);
    await set(id, 'attempts = attempts');
    expect(await asideAfter(2)).toBe(0);
    await set(id, `refused_since = clock_timestamp() - interval '16 minutes'`);
    expect(await asideAfter(3)).toBe(0);
    await set(id, `refused_since = clock_timestamp() - interval '14 minutes'`);
    expect(await asideAfter(4)).toBe(0);
    await set(id, 'attempts = attempts');
    await untilStream(account, id, ({ set_aside: aside }) => aside === 1);
    expect(receiver.requests).toHaveLength(5);
    await receiver.close();
  });

  test('R§15.1: a stream that stood still while commits were forgotten says from when to when, sends the rest, and a replay forgets it', async () => {
    const receiver = await openReceiver();
    const account = await service.makeAccount();
    const site = await service.makeSite(account);
    const { id } = await makeStream(account, { type: 'webhook', url: receiver.url });
    (await account.call('POST', `/streams/${id}/pause`)).done();
    for (let commit = 1; commit <= 3; commit += 1) await service.ingest(site, eventsOf(commit));
    await service.db.work.query(
      `update tail set at = at - interval '1 hour' where seq = 1 and account = (select account_no from stream where id = $1)`,
      [id],
    );
    expect((await readStream(account, id)).behind_seconds).toBeGreaterThanOrEqual(3600);
    await set(id, `seen_at = '2026-01-31T12:00:00Z'`);
    const { rows } = await service.db.work.query<{ at: Date }>(
      `with forgotten as (delete from tail where seq <= 2 and account = (select account_no from stream where id = $1))
     select at from tail where seq = 3 and account = (select account_no from stream where id = $1)`,
      [id],
    );
    (await account.call('POST', `/streams/${id}/resume`)).done();
    const view = await untilStream(account, id, ({ delivered }) => delivered === 3);
    expect(view).toMatchObject({
      status: 'active',
      gap: { from: '2026-01-31T12:00:00.000Z', to: rows[0]?.at.toISOString() },
    });
    const replay = await account.call('POST', `/streams/${id}/replay`, { body: { from: 'oldest' } });
    expect(replay.as(200, eventCountShape)).toEqual({ events: 3 });
    await untilStream(account, id, ({ delivered, gap }) => delivered === 6 && gap === null);
    await receiver.close();
  });
});
