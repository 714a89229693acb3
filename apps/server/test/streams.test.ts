import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';

import { verifyWebhook } from '@goal/client';
import { deliveriesShape, eventCountShape, rotatedSecretShape, streamsShape, streamTestShape } from '@goal/contract';
import { inAllRun, until } from '@goal/db/testing';
import { afterAll, expect, test } from 'vitest';

import { makeEvent, startService, unique } from './harness.ts';
import { idsOf, makeStream, openReceiver, readStream, untilStream, type Received } from './stream-receiver.ts';

const service = await startService({ streams: { allowNets: '127.0.0.0/8' } });
afterAll(() => service.stop());

const eventsOf = (count: number, over: Record<string, unknown> = {}): object[] =>
  Array.from({ length: count }, (_, at) => makeEvent({ message: `event ${at}`, ...over }));

const isSigned = (request: Received, secret: string): Promise<boolean> =>
  verifyWebhook(request, secret).then(
    ({ events }) =>
      isDeepStrictEqual(
        events.map(({ id }) => id),
        idsOf(request),
      ),
    () => false,
  );

test('R§15.1 R§15.3: a webhook gets each event once, signed, in the order of the tail, and the stream tells what it delivered', async () => {
  const receiver = await openReceiver();
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const stream = await makeStream(account, {
    type: 'webhook',
    url: receiver.url,
    headers: { authorization: 'Bearer s3cret' },
  });
  expect(stream.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await service.ingest(site, eventsOf(150));
  await service.ingest(site, eventsOf(3, { severity: 'critical' }));
  await until(() => receiver.ids().length === 153);
  const tail = await account.call('GET', '/events/tail?after=0&limit=1000');
  const events = (tail.body as { events: { id: number }[] }).events;
  expect(receiver.ids()).toEqual(events.map(({ id }) => id));
  for (const request of receiver.requests) {
    expect(await isSigned(request, stream.secret ?? '')).toBe(true);
    expect(request.headers['authorization']).toBe('Bearer s3cret');
  }
  const view = await untilStream(account, stream.id, ({ delivered }) => delivered === 153);
  expect(view).toMatchObject({
    status: 'active',
    sink: { type: 'webhook', url: receiver.url, batch: 100, body: 'standard', headers: null },
    behind_seconds: 0,
    set_aside: 0,
    last_error: null,
    failing_since: null,
    gap: null,
  });
  // Those of a second share a row, which is written at its end.
  await until(async () => {
    const { deliveries } = (await account.call('GET', `/streams/${stream.id}/deliveries`)).as(200, deliveriesShape);
    return deliveries.reduce((sum, one) => sum + one.events, 0) === 153;
  });
  await receiver.close();
});

test('R§15.2: filters hold as in GET /events; a read-only key reads streams and changes none; a group key is refused', async () => {
  const receiver = await openReceiver();
  const account = await service.makeAccount();
  const [site, other] = [await service.makeSite(account), await service.makeSite(account)];
  const stream = await makeStream(
    account,
    { type: 'webhook', url: receiver.url },
    { filters: { site_id: site.id, severity: ['high', 'critical'], q: 'Prices shop' } },
  );
  await service.ingest(other, eventsOf(2, { severity: 'high', message: 'prices of the shop' }));
  await service.ingest(site, [
    ...eventsOf(2, { severity: 'low', message: 'prices of the shop' }),
    ...eventsOf(2, { severity: 'high', message: 'PRICES of the shop' }),
    ...eventsOf(2, { severity: 'high', message: 'prices alone' }),
    ...eventsOf(1, { severity: 'critical', message: 'the last prices of the shop' }),
  ]);
  const texts = (): string[] =>
    receiver.requests.flatMap(({ body }) => [...body.matchAll(/"message":"([^"]*)"/g)].map(([, text = '']) => text));
  await until(() => texts().includes('the last prices of the shop'));
  expect(texts()).toEqual(['PRICES of the shop', 'PRICES of the shop', 'the last prices of the shop']);
  const view = await readStream(account, stream.id);
  expect(view.filters).toEqual({ site_id: site.id, severity: ['high', 'critical'], q: 'Prices shop' });
  const { key } = await service.makeAccountKey(account, { access: 'read' });
  (await account.call('GET', '/streams', { token: key })).as(200, streamsShape);
  (await account.call('POST', `/streams/${stream.id}/pause`, { token: key })).refused(403, 'read-only key');
  const group = await service.makeGroupKey(account, await service.makeGroup(account));
  (await account.call('GET', '/streams', { token: group.key })).refused(403, 'account key required');
  await receiver.close();
});

inAllRun(() => {
  test('R§15.7: a sink that fails stops its own stream alone, and what waits is sent in order when it is back', async () => {
    const receiver = await openReceiver(() => ({ status: 503 }));
    const well = await openReceiver();
    const account = await service.makeAccount();
    const site = await service.makeSite(account);
    const failing = await makeStream(account, { type: 'webhook', url: receiver.url });
    await makeStream(account, { type: 'webhook', url: well.url });
    await service.ingest(site, eventsOf(5));
    const view = await untilStream(account, failing.id, ({ status }) => status === 'failing');
    expect(view.last_error).toContain('503');
    expect(view.next_attempt_at).not.toBeNull();
    await until(() => well.ids().length === 5);
    receiver.answer = () => ({});
    await service.ingest(site, eventsOf(5));
    (await account.call('POST', `/streams/${failing.id}/pause`)).done();
    (await account.call('POST', `/streams/${failing.id}/resume`)).done();
    await until(() => receiver.ids().length === 10);
    expect(receiver.ids()).toEqual(well.ids());
    // A receiver has a batch before the stream notes that it was delivered.
    expect(await untilStream(account, failing.id, ({ delivered }) => delivered === 10)).toMatchObject({
      status: 'active',
      last_error: null,
    });
    await Promise.all([receiver.close(), well.close()]);
  });

  test('R§15.7: an event that the sink refuses is set aside alone, its neighbours arrive, and a retry delivers it', async () => {
    const account = await service.makeAccount();
    const site = await service.makeSite(account);
    const receiver = await openReceiver(({ body }) => ({ status: body.includes('poison') ? 400 : 200 }));
    const stream = await makeStream(account, { type: 'webhook', url: receiver.url });
    await service.ingest(site, [...eventsOf(7), makeEvent({ message: 'poison' }), ...eventsOf(8)]);
    // Its pauses are skipped here: a test does not wait for half a minute.
    await until(async () => {
      await service.db.work.query(
        'update stream set next_at = clock_timestamp() where id = $1 and failing_since is not null',
        [stream.id],
      );
      return (await readStream(account, stream.id)).set_aside === 1;
    });
    await until(() => receiver.ids().length === 15);
    receiver.answer = () => ({});
    const retried = (await account.call('POST', `/streams/${stream.id}/set-aside/retry`)).as(200, eventCountShape);
    expect(retried).toEqual({ events: 1 });
    await until(() => receiver.ids().length === 16);
    await untilStream(account, stream.id, ({ set_aside: left, delivered }) => left === 0 && delivered === 16);
    await receiver.close();
  });

  test('R§15.1: pause, replay, a new secret beside the former one, test, delete', async () => {
    const receiver = await openReceiver();
    const account = await service.makeAccount();
    const site = await service.makeSite(account);
    await service.ingest(site, eventsOf(4));
    const stream = await makeStream(account, { type: 'webhook', url: receiver.url }, { start: 'oldest' });
    await until(() => receiver.ids().length === 4);
    for (let time = 0; time < 2; time += 1) (await account.call('POST', `/streams/${stream.id}/pause`)).done();
    await service.ingest(site, eventsOf(3));
    expect(await readStream(account, stream.id)).toMatchObject({ status: 'paused', paused_by: 'customer' });
    const rotated = (await account.call('POST', `/streams/${stream.id}/secret`)).as(201, rotatedSecretShape);
    for (let time = 0; time < 2; time += 1) (await account.call('POST', `/streams/${stream.id}/resume`)).done();
    await until(() => receiver.ids().length === 7);
    const last = receiver.requests.at(-1);
    for (const secret of [rotated.secret, stream.secret ?? ''])
      expect(last !== undefined && (await isSigned(last, secret))).toBe(true);
    const replay = await account.call('POST', `/streams/${stream.id}/replay`, { body: { from: 'oldest' } });
    expect(replay.as(200, eventCountShape)).toEqual({ events: 7 });
    await until(() => receiver.requests.flatMap(idsOf).length === 14);
    const tested = (await account.call('POST', `/streams/${stream.id}/test`)).as(200, streamTestShape);
    expect(tested).toMatchObject({ ok: true, status: 200, error: null });
    expect(receiver.requests.at(-1)?.body).toContain('"test":true');
    receiver.answer = () => ({ status: 500 });
    expect((await account.call('POST', `/streams/${stream.id}/test`)).as(200, streamTestShape)).toMatchObject({
      ok: false,
      status: 500,
    });
    (await account.call('DELETE', `/streams/${stream.id}`)).done();
    (await account.call('GET', `/streams/${stream.id}`)).refused(404, 'not found');
    await receiver.close();
  });
});

test('R§15.4: bad input gets its sentence, and nothing of it is stored', async () => {
  const account = await service.makeAccount();
  const foreign = await service.makeSite(await service.makeAccount());
  const webhook = { type: 'webhook', url: 'https://hooks.example.com/x' };
  const archive = { type: 's3', bucket: 'goal', access_key_id: 'a', secret_access_key: 'b' };
  const headersOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, nth) => [`x-${nth}`, 'y']));
  const pem = (length: number): string => '-----BEGIN CERTIFICATE-----'.padEnd(length, 'x');
  const refused: [body: Record<string, unknown>, status: number, message: string][] = [
    [{ sink: webhook }, 400, 'name required'],
    [{ name: 'x'.repeat(201), sink: webhook }, 400, 'name too long'],
    [{ name: 'a' }, 400, 'sink must be an object'],
    [{ name: 'a', sink: [] }, 400, 'sink must be an object'],
    [{ name: 'a', sink: { type: 'carrier pigeon' } }, 400, 'unknown sink type'],
    [{ name: 'a', sink: { type: 'webhook' } }, 400, 'url required'],
    [{ name: 'a', sink: { type: 'webhook', url: 'http://93.184.215.14/' } }, 400, 'url must be an https URL'],
    [{ name: 'a', sink: { type: 'webhook', url: 'https://u:p@hooks.example.com' } }, 400, 'url must be an https URL'],
    [{ name: 'a', sink: { type: 'webhook', url: 'https://hooks.example.com/#x' } }, 400, 'url must be an https URL'],
    [{ name: 'a', sink: { type: 'webhook', url: 'https://10.0.0.1/' } }, 400, 'address not allowed'],
    [{ name: 'a', sink: { type: 'webhook', url: 'https://[::1]/' } }, 400, 'address not allowed'],
    [{ name: 'a', sink: { ...webhook, batch: 501 } }, 400, 'invalid batch'],
    [{ name: 'a', sink: { ...webhook, body: 'xml' } }, 400, 'invalid body'],
    [{ name: 'a', sink: { ...webhook, headers: { Host: 'a' } } }, 400, 'invalid headers'],
    [{ name: 'a', sink: { ...webhook, headers: { 'X-A': 'a\r\nX-B: b' } } }, 400, 'invalid headers'],
    [{ name: 'a', sink: { type: 'splunk', url: 'https://splunk.example.com' } }, 400, 'token required'],
    [{ name: 'a', sink: { type: 'syslog', host: 'a.example', ca: '-----BEGIN A-----\0' } }, 400, 'invalid ca'],
    [{ name: 'a', sink: { type: 's3', endpoint: 'https://store.example.com/%zz' } }, 400, 'invalid endpoint'],
    [{ name: 'a', sink: { type: 's3', endpoint: 'https://store.example.com/?a=b' } }, 400, 'invalid endpoint'],
    [{ name: ' \u2003', sink: webhook }, 400, 'name required'],
    [
      { name: 'a', sink: { type: 'webhook', url: `https://a.example/${'x'.repeat(2048)}` } },
      400,
      'url must be an https URL',
    ],
    [{ name: 'a', sink: { ...webhook, batch: 0 } }, 400, 'invalid batch'],
    ...['content-type', 'Webhook-Id', 'connection', 'transfer-encoding', 'HTTP2-Settings', 'a b'].map(
      (header): [Record<string, unknown>, number, string] => [
        { name: 'a', sink: { ...webhook, headers: { [header]: 'x' } } },
        400,
        'invalid headers',
      ],
    ),
    [{ name: 'a', sink: { ...webhook, headers: headersOf(11) } }, 400, 'invalid headers'],
    [{ name: 'a', sink: { type: 'otlp', url: 'https://otlp.example.com', encoding: 'xml' } }, 400, 'invalid encoding'],
    [{ name: 'a', sink: { type: 's3', access_key_id: 'a', secret_access_key: 'b' } }, 400, 'bucket required'],
    [{ name: 'a', sink: { type: 's3', bucket: 'goal', access_key_id: 'a' } }, 400, 'secret_access_key required'],
    [{ name: 'a', sink: { ...archive, minutes: 61 } }, 400, 'invalid minutes'],
    [{ name: 'a', sink: { ...archive, prefix: '/a' } }, 400, 'invalid prefix'],
    [{ name: 'a', sink: { type: 'syslog' } }, 400, 'host required'],
    [{ name: 'a', sink: { type: 'syslog', host: 'a.example', port: 65_536 } }, 400, 'invalid port'],
    [{ name: 'a', sink: { type: 'syslog', host: 'a.example', body: 'text' } }, 400, 'invalid body'],
    ...[1023, 1_048_577, 1024.5, '2048', true].map((bytes): [Record<string, unknown>, number, string] => [
      { name: 'a', sink: { type: 'syslog', host: 'a.example', max_bytes: bytes } },
      400,
      'invalid max_bytes',
    ]),
    [{ name: 'a', sink: { type: 'syslog', host: 'a.example', ca: pem(16_385) } }, 400, 'invalid ca'],
    [{ name: 'a', sink: { type: 'mail', to: ['jo@example.com'] } }, 400, 'invalid to'],
    [{ name: 'a', sink: webhook, filters: { serverity: ['high'] } }, 400, 'invalid filters'],
    [{ name: 'a', sink: webhook, filters: { severity: ['huge'] } }, 400, 'invalid severity'],
    [{ name: 'a', sink: webhook, start: 'tomorrow' }, 400, 'invalid start'],
    [{ name: 'a', sink: webhook, filters: { site_id: foreign.id } }, 404, 'not found'],
  ];
  for (const [body, status, message] of refused)
    (await account.call('POST', '/streams', { body })).refused(status, message);
  expect((await account.call('GET', '/streams')).as(200, streamsShape).streams).toEqual([]);
  const name = `stream ${unique()}`;
  const stream = await makeStream(account, webhook, { name });
  (await account.call('POST', '/streams', { body: { name, sink: webhook } })).refused(
    409,
    'stream name already exists',
  );
  (await account.call('PATCH', `/streams/${stream.id}`, { body: {} })).refused(400, 'name, sink or filters required');
  const made = [stream.id];
  while (made.length < 10) made.unshift((await makeStream(account, webhook)).id);
  const { streams } = (await account.call('GET', '/streams')).as(200, streamsShape);
  expect(streams.map(({ id }) => id)).toEqual(made);
  (await account.call('POST', '/streams', { body: { name: 'one more', sink: webhook } })).refused(
    409,
    'ten streams already — delete one before adding another',
  );
});

inAllRun(() => {
  test('R§15.1 R§15.3: a partial success of a collector is told and never sent again', async () => {
    const receiver = await openReceiver(() => ({
      body: '{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"too old"}}',
      headers: { 'content-type': 'application/json' },
    }));
    const account = await service.makeAccount();
    const site = await service.makeSite(account);
    const stream = await makeStream(account, { type: 'otlp', url: receiver.url, encoding: 'json' });
    await service.ingest(site, eventsOf(3));
    const view = await untilStream(account, stream.id, ({ delivered }) => delivered === 3);
    const sentence = 'the receiver rejected 2 of 3 events';
    expect(view).toMatchObject({ status: 'active', last_error: sentence, set_aside: 0 });
    // What it said is for whoever reads the account's deliveries.
    const { deliveries } = (await account.call('GET', `/streams/${stream.id}/deliveries`)).as(200, deliveriesShape);
    expect(deliveries.map(({ error }) => error)).toEqual([`${sentence}: too old`]);
    receiver.answer = () => ({ body: '{}', headers: { 'content-type': 'application/json' } });
    await service.ingest(site, eventsOf(2));
    expect(await untilStream(account, stream.id, ({ delivered }) => delivered === 5)).toMatchObject({
      last_error: null,
    });
    const ids = receiver.requests.flatMap(({ raw }) =>
      [
        ...gunzipSync(raw)
          .toString()
          .matchAll(/"log\.record\.uid","value":\{"stringValue":"(\d+)"/g),
      ].map(([, id]) => Number(id)),
    );
    const { events } = (await account.call('GET', '/events/tail?after=0')).body as { events: { id: number }[] };
    expect(ids).toEqual(events.map(({ id }) => id));
    await receiver.close();
  });
});
