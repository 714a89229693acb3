import { rotatedSecretShape, streamTestShape } from '@goal/contract';
import { until } from '@goal/db/testing';
import { afterAll, expect, test } from 'vitest';

import { readEnv } from '../src/env.ts';
import { makeEvent, startService } from './harness.ts';
import { makeStream, openReceiver, readStream, untilStream } from './stream-receiver.ts';

const metricsToken = 'metrics-token-of-this-test';
const { streams } = readEnv({ STREAM_ALLOW_NETS: '127.0.0.0/8', STREAM_DISABLE_DAYS: '30' });
const service = await startService({ metricsToken, streams });
afterAll(() => service.stop());

const eventsOf = (count: number): object[] => Array.from({ length: count }, () => makeEvent());

test('R§15.8: while the plan does not pay, a stream rests and says why, and it goes on after an upgrade', async () => {
  const receiver = await openReceiver();
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const stream = await makeStream(account, { type: 'webhook', url: receiver.url });
  await service.setPlan(account, 'free');
  await service.ingest(site, eventsOf(2));
  const rowOf = async () =>
    (await service.db.prisma.stream.findFirstOrThrow({ where: { id: stream.id }, select: { lastError: true } }))
      .lastError;
  await until(async () => (await rowOf()) === 'api access requires a paid plan');
  expect(receiver.requests).toEqual([]);
  await service.setPlan(account, 'pro');
  (await account.call('POST', `/streams/${stream.id}/pause`)).done();
  (await account.call('POST', `/streams/${stream.id}/resume`)).done();
  await until(() => receiver.ids().length === 2);
  await receiver.close();
});

test('R§15.9 R§15.10 R§15.13: operators see the host alone, and what they pause only they resume, which the stream tells; the record names stream, type and host', async () => {
  const account = await service.makeAccount();
  const sink = { type: 'webhook', url: 'https://hooks.example.com/secret-path', headers: { 'X-Key': 'hidden-value' } };
  const stream = await makeStream(account, sink, { name: 'To the SIEM', filters: { q: 'hidden-word' } });
  const listed = await service.admin('GET', `/accounts/${account.id}/streams`);
  expect(listed.body).toMatchObject({ streams: [{ id: stream.id, sink_type: 'webhook', host: 'hooks.example.com' }] });
  expect(listed.text).not.toMatch(/secret-path|hidden/);
  (await service.admin('POST', `/streams/${stream.id}/pause`)).done();
  expect(await readStream(account, stream.id)).toMatchObject({ status: 'paused', paused_by: 'operator' });
  (await account.call('POST', `/streams/${stream.id}/resume`)).refused(409, 'paused by the provider');
  (await service.admin('POST', `/streams/${stream.id}/resume`)).done();
  expect(await readStream(account, stream.id)).toMatchObject({ status: 'active', paused_by: null });
  const { actions } = (await service.admin('GET', `/actions?account_id=${account.id}`)).body as {
    actions: { action: string; detail: unknown }[];
  };
  const detail = { name: 'To the SIEM', type: 'webhook', host: 'hooks.example.com' };
  expect(actions.filter(({ action }) => action.startsWith('stream.'))).toEqual(
    ['stream.resume', 'stream.pause', 'stream.create'].map((action) => expect.objectContaining({ action, detail })),
  );
});

test('R§15.10: each change of a stream is recorded with its name, type and host alone', async () => {
  const account = await service.makeAccount();
  const sink = { type: 'webhook', url: 'https://hooks.example.com/secret-path', headers: { 'X-Key': 'hidden-value' } };
  const { id, name } = await makeStream(account, sink);
  await service.db.work.query(
    'insert into stream_set_aside (stream_no, event_id) select no, 7 from stream where id = $1',
    [id],
  );
  await account.call('PATCH', `/streams/${id}`, { body: { filters: { q: 'hidden-word' } } });
  for (const act of ['set-aside/retry', 'secret', 'pause', 'resume'])
    await account.call('POST', `/streams/${id}/${act}`);
  await account.call('POST', `/streams/${id}/replay`, { body: { from: 'oldest' } });
  (await account.call('DELETE', `/streams/${id}`)).done();
  const record = await service.admin('GET', `/actions?account_id=${account.id}`);
  const { actions } = record.body as { actions: { action: string; detail: unknown }[] };
  const detail = { name, type: 'webhook', host: 'hooks.example.com' };
  const acts = ['delete', 'replay', 'resume', 'pause', 'secret', 'set_aside.retry', 'update', 'create'];
  expect(actions.filter(({ action }) => action.startsWith('stream.'))).toEqual(
    acts.map((act) =>
      expect.objectContaining({
        action: `stream.${act}`,
        detail: act === 'set_aside.retry' ? { ...detail, events: 1 } : detail,
      }),
    ),
  );
  expect(record.text).not.toMatch(/secret-path|hidden/);
});

test('R§15.6: no secret of a sink stands in an answer, an error, the log, a metric, or a row in the clear', async () => {
  const refusing = await openReceiver(() => ({ status: 503 }));
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const secrets = ['hunter2-header', 'hunter2-token', 'hunter2-key', 'hunter2-client-key', 'hunter2-otlp'];
  const made = [
    await makeStream(account, { type: 'webhook', url: refusing.url, headers: { 'X-Key': secrets[0] } }),
    await makeStream(account, { type: 'splunk', url: 'https://goal.invalid:8088', token: secrets[1] }),
    await makeStream(account, {
      type: 's3',
      bucket: 'goal-archive',
      access_key_id: 'AKIA',
      secret_access_key: secrets[2],
    }),
    await makeStream(account, { type: 'otlp', url: refusing.url, headers: { 'X-Key': secrets[4] } }),
  ];
  const told: string[] = [];
  const ask = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<void> => {
    told.push((await account.call(method, path, body === undefined ? {} : { body })).text);
  };
  // Every answer that speaks of a stream; the rotation's own answer shows its secret, once.
  const rotated = (await account.call('POST', `/streams/${made[0]?.id ?? ''}/secret`)).as(201, rotatedSecretShape);
  await service.ingest(site, eventsOf(2));
  for (const { id } of made) {
    await ask('POST', `/streams/${id}/test`);
    for (const path of ['', '/deliveries', '/set-aside']) await ask('GET', `/streams/${id}${path}`);
    await ask('PATCH', `/streams/${id}`, { name: secrets });
  }
  await untilStream(account, made[0]?.id ?? '', ({ status }) => status === 'failing');
  await ask('GET', '/streams');
  // Bad values are refused without being repeated.
  await ask('POST', '/streams', { name: 'a', sink: { type: 'splunk', url: 'http://goal.invalid', token: secrets[1] } });
  await ask('POST', '/streams', { name: 'a', sink: { type: 'syslog', host: 'a b', client_key: secrets[3] } });
  await ask('POST', '/streams', {
    name: 'a',
    sink: { type: 'webhook', url: refusing.url, headers: { 'X-Key': `${secrets[0] ?? ''}\n` } },
  });
  for (const path of [`/accounts/${account.id}/streams`, `/actions?account_id=${account.id}`])
    told.push((await service.admin('GET', path)).text);
  const metrics = await service.call('GET', '/metrics', { root: true, token: metricsToken });
  expect(metrics.status).toBe(200);
  const { rows } = await service.db.work.query<{ row: string }>(
    `select to_jsonb(s)::text as row from stream s union all select to_jsonb(d)::text from stream_delivery d
     union all select to_jsonb(a)::text from action a`,
  );
  const stored = rows.map(({ row }) => row).join('\n');
  const said = [...told, metrics.text, ...service.log].join('\n');
  for (const secret of [...secrets, made[0]?.secret ?? 'none', rotated.secret]) {
    expect(said).not.toContain(secret);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
  }
  await refusing.close();
  // What is left out stays only for the same place.
  const [, splunk] = made;
  const patch = (url: string) =>
    account.call('PATCH', `/streams/${splunk?.id ?? ''}`, { body: { sink: { type: 'splunk', url, index: 'goal' } } });
  (await patch('https://goal.invalid:8088')).done();
  (await patch('https://other.invalid:8088')).refused(400, 'token required');
});

test('R§15.6: a rename where the key is missing that sealed the secrets leaves them sealed, and they work again with the key', async () => {
  const receiver = await openReceiver();
  const account = await service.makeAccount();
  const { id } = await makeStream(account, { type: 'webhook', url: receiver.url, headers: { 'X-Key': 'kept' } });
  const { rows: before } = await service.db.work.query<{ sealed: Buffer }>('select sealed from stream where id = $1', [
    id,
  ]);
  // As under a key that this process lacks: one bit of what was sealed is another.
  const set = (sealed: Buffer | undefined) =>
    service.db.work.query('update stream set sealed = $2 where id = $1', [id, sealed]);
  const other = Buffer.from(before[0]?.sealed ?? []);
  other.writeUInt8(other.readUInt8(20) ^ 1, 20);
  await set(other);
  (await account.call('PATCH', `/streams/${id}`, { body: { name: 'renamed' } })).done();
  const { rows: after } = await service.db.work.query<{ sealed: Buffer }>('select sealed from stream where id = $1', [
    id,
  ]);
  expect(after[0]?.sealed.equals(other)).toBe(true);
  const test = async () => (await account.call('POST', `/streams/${id}/test`)).as(200, streamTestShape);
  expect(await test()).toMatchObject({ ok: false, error: 'the secret of the sink cannot be read' });
  // Headers that nobody can read would be lost by these.
  (await account.call('POST', `/streams/${id}/secret`)).refused(400, 'headers required');
  const sink = { type: 'webhook', url: receiver.url };
  (await account.call('PATCH', `/streams/${id}`, { body: { sink } })).refused(400, 'headers required');
  await set(before[0]?.sealed);
  expect(await test()).toMatchObject({ ok: true });
  expect(receiver.requests.map(({ headers }) => headers['x-key'])).toEqual(['kept']);
  await receiver.close();
});

test('R§15.5: a private address is refused however it is spelt, also behind a redirect and a name', async () => {
  const inside = await openReceiver();
  const outside = await openReceiver(() => ({ status: 302, headers: { location: inside.url } }));
  const account = await service.makeAccount();
  for (const host of ['10.0.0.1', '0x0a000001', '192.168.1.1', '169.254.169.254', '[::ffff:10.0.0.1]', '[fd00::1]'])
    (
      await account.call('POST', '/streams', {
        body: { name: host, sink: { type: 'webhook', url: `https://${host}/` } },
      })
    ).refused(400, 'address not allowed');
  const { id } = await makeStream(account, { type: 'webhook', url: outside.url });
  const tested = (await account.call('POST', `/streams/${id}/test`)).as(200, streamTestShape);
  expect(tested).toMatchObject({ ok: false, status: 302 });
  expect(inside.requests).toEqual([]);
  // An address that was allowed when the stream was made, and is no longer.
  await service.db.work.query(`update stream set sink = sink || '{"url": "https://10.0.0.1/"}' where id = $1`, [id]);
  await service.ingest(await service.makeSite(account), eventsOf(1));
  await untilStream(account, id, ({ last_error: error }) => error === 'address not allowed');
  await Promise.all([inside.close(), outside.close()]);
});

test('R§15.11: a position of another life of the database rests until a resume, and then goes on from where it stood', async () => {
  const receiver = await openReceiver();
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const stream = await makeStream(account, { type: 'webhook', url: receiver.url });
  await service.ingest(site, eventsOf(2));
  await untilStream(account, stream.id, ({ delivered }) => delivered === 2);
  (await account.call('POST', `/streams/${stream.id}/pause`)).done();
  await service.db.work.query('update stream set era = era + 1 where id = $1', [stream.id]);
  await service.db.work.query(`update stream set status = 'active', paused_by = null where id = $1`, [stream.id]);
  await service.ingest(site, eventsOf(3));
  const resting = await untilStream(account, stream.id, ({ status }) => status === 'paused');
  expect(resting).toMatchObject({ paused_by: 'failover', last_error: 'the database was restored or failed over' });
  expect(receiver.ids()).toHaveLength(2);
  (await account.call('POST', `/streams/${stream.id}/resume`)).done();
  await until(() => receiver.ids().length === 5);
  await receiver.close();
});

test('R§15.7: news of a busy account holds up no stream that waits for its next attempt, and no round leaves a listener behind', async () => {
  const warned: string[] = [];
  const warn = ({ name }: Error): void => void warned.push(name);
  process.on('warning', warn);
  const [busy, failing] = [await openReceiver(), await openReceiver(() => ({ status: 503 }))];
  const [loud, quiet] = [await service.makeAccount(), await service.makeAccount()];
  const [loudSite, quietSite] = [await service.makeSite(loud), await service.makeSite(quiet)];
  await makeStream(loud, { type: 'webhook', url: busy.url });
  const stream = await makeStream(quiet, { type: 'webhook', url: failing.url });
  await service.ingest(quietSite, eventsOf(1));
  await untilStream(quiet, stream.id, ({ status }) => status === 'failing');
  failing.answer = () => ({});
  let isOver = false;
  const writing = (async () => {
    for (let sent = 1; !isOver; sent += 1) {
      await service.ingest(loudSite, eventsOf(1));
      // As fast as they leave, which is below the rate of the key.
      await until(() => busy.ids().length === sent);
    }
  })();
  // Node warns of an eleventh listener.
  await until(() => busy.requests.length > 12);
  await service.db.work.query('update stream set next_at = clock_timestamp() where id = $1', [stream.id]);
  await until(() => failing.ids().length === 1).finally(() => (isOver = true));
  await writing;
  process.off('warning', warn);
  expect(warned).toEqual([]);
  await Promise.all([busy.close(), failing.close()]);
});

test('R§15.7: twenty events refused in a row are taken back: none stays set aside, the stream fails, and all of them arrive when the receiver is mended', async () => {
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const receiver = await openReceiver(() => ({ status: 422 }));
  const stream = await makeStream(account, { type: 'webhook', url: receiver.url });
  await service.ingest(site, eventsOf(22));
  let most = 0;
  // Pauses are skipped, and the first refusal counts for eighteen: a test does not wait for them.
  await until(async () => {
    const { rows } = await service.db.work.query<{ left: number; fails: boolean }>(
      `update stream set next_at = clock_timestamp(), aside_run = case when aside_run = 1 then 18 else aside_run end
       where id = $1 returning failing_since is not null as fails,
         (select count(*)::int from stream_set_aside where stream_no = no) as left`,
      [stream.id],
    );
    const { left, fails } = rows[0] ?? { left: 0, fails: false };
    most = Math.max(most, left);
    return most > 1 && left === 0 && fails;
  });
  expect(receiver.ids()).toEqual([]);
  receiver.answer = () => ({});
  await service.db.work.query('update stream set next_at = clock_timestamp() where id = $1', [stream.id]);
  await until(() => receiver.ids().length === 22);
  expect(await untilStream(account, stream.id, ({ delivered }) => delivered === 22)).toMatchObject({ set_aside: 0 });
  await receiver.close();
});

test('R§15.7: a stream that fails is switched off after as many days as STREAM_DISABLE_DAYS says', async () => {
  const receiver = await openReceiver(() => ({ status: 503 }));
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const { id } = await makeStream(account, { type: 'webhook', url: receiver.url });
  await service.ingest(site, eventsOf(1));
  const failing = await untilStream(account, id, ({ status }) => status === 'failing');
  const failFor = (time: string) =>
    service.db.work.query(
      'update stream set failing_since = clock_timestamp() - $2::interval, next_at = clock_timestamp() where id = $1',
      [id, time],
    );
  await failFor('29 days 23 hours');
  const tried = await untilStream(
    account,
    id,
    (view) => (view.next_attempt_at ?? '') > (failing.next_attempt_at ?? ''),
  );
  expect(tried.status).toBe('failing');
  await failFor('30 days');
  await untilStream(account, id, ({ status }) => status === 'disabled');
  await receiver.close();
});
