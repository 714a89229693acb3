import { eventCountShape } from '@goal/contract';
import { until } from '@goal/db/testing';
import { afterAll, expect, test } from 'vitest';

import { makeEvent, startService } from './harness.ts';
import { idsOf, makeStream, openReceiver, readStream, untilStream } from './stream-receiver.ts';

// What leaves by a stream: by each filter, after a restore, and after a filter was changed.

const service = await startService({ streams: { allowNets: '127.0.0.0/8' } });
afterAll(() => service.stop());

const eventsOf = (count: number): object[] => Array.from({ length: count }, () => makeEvent());

test('R§15.2: each filter finds in a stream what it finds in GET /events, whatever its text holds', async () => {
  const receiver = await openReceiver();
  const account = await service.makeAccount({ reseller: true });
  const [group, first] = [await service.makeGroup(account), await service.makeSite(account)];
  const second = await service.makeSite(account, { group_id: group.id });
  const hostile = `a\0b "c" '; DROP TABLE stream; -- \u202e%_\\`;
  await service.ingest(first, [
    makeEvent({
      code: 1,
      severity: 'low',
      object: hostile,
      event_type: 'x',
      username: hostile,
      user_id: 7,
      message: 'one',
    }),
    makeEvent({
      code: 2,
      severity: 'high',
      object: 'b',
      event_type: hostile,
      username: 'jo',
      message: `two ${hostile}`,
    }),
  ]);
  await service.ingest(second, [
    makeEvent({ code: 3, severity: 'low', object: 'c', event_type: 'z', ip: '203.0.113.7' }),
  ]);
  const filters: Record<string, unknown>[] = [
    { site_id: first.id },
    { group_id: group.id },
    { code: [1, 3] },
    { not_code: [1] },
    { user_id: 7 },
    { username: hostile },
    { not_username: [hostile] },
    { object: hostile },
    { not_object: [hostile, 'c'] },
    { event_type: hostile },
    { not_event_type: [hostile] },
    { severity: ['low'] },
    { ip: '203.0.113.0/24' },
    { q: 'two drop' },
    { q: hostile },
  ];
  const { events } = (await account.call('GET', '/events/tail?after=0')).body as { events: { id: number }[] };
  // An account has ten streams.
  for (const some of [filters.slice(0, 10), filters.slice(10)]) {
    const streams = await Promise.all(
      some.map(async (filter) => {
        const name = JSON.stringify(filter);
        const sink = { type: 'webhook', url: `${receiver.url}?${encodeURIComponent(name)}` };
        const { id } = await makeStream(account, sink, { filters: filter, start: 'oldest' });
        return { id, name, filter, path: new URL(sink.url).pathname + new URL(sink.url).search };
      }),
    );
    for (const { id, name, filter, path } of streams) {
      const query = Object.fromEntries(
        Object.entries(filter).map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]),
      );
      const listed = (await account.call('GET', '/events', { query })).body as { events: { id: number }[] };
      const found = new Set(listed.events.map((event) => event.id));
      await untilStream(account, id, ({ behind_seconds: behind }) => behind === 0);
      const sent = receiver.requests.filter((request) => request.path === path).flatMap(idsOf);
      expect(sent, name).toEqual(events.flatMap((event) => (found.has(event.id) ? [event.id] : [])));
      expect([1, 2], name).toContain(sent.length);
      (await account.call('DELETE', `/streams/${id}`)).done();
    }
  }
  await receiver.close();
});

test('R§15.11: after a restore a resume begins now, also when the stream was paused meanwhile by whomever; a replay chooses another beginning', async () => {
  const receiver = await openReceiver();
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const rest = async (pausedBy: 'restore' | 'operator' = 'restore'): Promise<string> => {
    const { id } = await makeStream(account, { type: 'webhook', url: receiver.url });
    await service.db.work.query(
      `update stream set status = 'paused', paused_by = $2, last_error = 'the database was restored or failed over',
         era = era - 1 where id = $1`,
      [id, pausedBy],
    );
    return id;
  };
  const [byCustomer, byOperator, before, replayed] = [await rest(), await rest(), await rest('operator'), await rest()];
  await service.ingest(site, eventsOf(2));
  (await account.call('POST', `/streams/${byCustomer}/pause`)).done();
  expect(await readStream(account, byCustomer)).toMatchObject({ paused_by: 'restore' });
  (await service.admin('POST', `/streams/${byOperator}/pause`)).done();
  expect(await readStream(account, byOperator)).toMatchObject({ paused_by: 'operator' });
  // Nor does a change of the stream forget the restore.
  for (const id of [byCustomer, byOperator])
    (await account.call('PATCH', `/streams/${id}`, { body: { sink: { type: 'webhook', url: receiver.url } } })).done();
  const replay = await account.call('POST', `/streams/${replayed}/replay`, { body: { from: 'oldest' } });
  expect(replay.as(200, eventCountShape)).toEqual({ events: 2 });
  expect(await readStream(account, replayed)).toMatchObject({ status: 'paused', paused_by: 'customer' });
  for (const id of [byCustomer, replayed]) (await account.call('POST', `/streams/${id}/resume`)).done();
  for (const id of [byOperator, before]) (await service.admin('POST', `/streams/${id}/resume`)).done();
  await service.ingest(site, eventsOf(1));
  await untilStream(account, replayed, ({ delivered }) => delivered === 3);
  for (const id of [byCustomer, byOperator, before])
    await untilStream(account, id, ({ behind_seconds: behind, delivered }) => behind === 0 && delivered > 0);
  const streamOf = ({ body }: { body: string }): string =>
    (JSON.parse(body) as { data: { stream_id: string } }).data.stream_id;
  const sentBy = (id: string) => receiver.requests.filter((one) => streamOf(one) === id).flatMap(idsOf).length;
  expect([byCustomer, byOperator, before, replayed].map(sentBy)).toEqual([1, 1, 1, 3]);
  await receiver.close();
});

test('R§15.11: a customer who pauses a stream that rests since a failover keeps it paused, and a resume goes on from where it stood', async () => {
  const receiver = await openReceiver();
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const { id } = await makeStream(account, { type: 'webhook', url: receiver.url });
  await service.db.work.query(
    `update stream set status = 'paused', paused_by = 'failover', last_error = 'the database was restored or failed over',
       era = era - 1 where id = $1`,
    [id],
  );
  await service.ingest(site, eventsOf(2));
  (await account.call('POST', `/streams/${id}/pause`)).done();
  expect(await readStream(account, id)).toMatchObject({ paused_by: 'customer', last_error: null });
  (await account.call('POST', `/streams/${id}/resume`)).done();
  await until(() => receiver.ids().length === 2);
  await receiver.close();
});

test('R§15.2: what was set aside under one filter does not leave under another, and stays set aside with the reason', async () => {
  const receiver = await openReceiver();
  const account = await service.makeAccount();
  const [inside, outside] = [await service.makeSite(account), await service.makeSite(account)];
  await service.ingest(inside, eventsOf(1));
  await service.ingest(outside, eventsOf(1));
  const { id } = await makeStream(account, { type: 'webhook', url: receiver.url }, { filters: { site_id: inside.id } });
  const { events } = (await account.call('GET', '/events/tail?after=0')).body as {
    events: { id: number; site_id: string }[];
  };
  const idOf = (site: { id: string }) => events.find((event) => event.site_id === site.id)?.id ?? 0;
  await service.db.work.query(
    `insert into stream_set_aside (stream_no, event_id) select no, unnest($2::bigint[]) from stream where id = $1`,
    [id, events.map((event) => event.id)],
  );
  (await account.call('POST', `/streams/${id}/set-aside/retry`)).as(200, eventCountShape);
  const left = await untilStream(account, id, ({ delivered }) => delivered === 1);
  expect(left.set_aside).toBe(1);
  expect(receiver.ids()).toEqual([idOf(inside)]);
  expect((await account.call('GET', `/streams/${id}/set-aside`)).body).toMatchObject({
    events: [{ id: idOf(outside), error: 'its site is not in the filter any more' }],
  });
  await receiver.close();
});
