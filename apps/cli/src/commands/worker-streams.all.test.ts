import { afterEach, beforeEach, expect, test } from 'vitest';

import { openHooks } from '../testing/hooks.ts';
import { aged, register } from '../testing/register.ts';
import { json, openService, type ServiceUnderTest } from '../testing/service.ts';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await openService();
});
afterEach(() => service.end());

test('R§9.2 R§15.1 from outside: a round sends each due stream once; after more than TAIL_DAYS of rest a stream says what it missed, and the rest comes', async () => {
  const hooks = await openHooks();
  const nets = { STREAM_ALLOW_NETS: '127.0.0.0/8' };
  const server = await service.startServer({ LOG_LEVEL: 'warn', ...nets });
  const { makeStream, send } = await register(service);
  await makeStream({ type: 'webhook', url: hooks.url });
  const set = (text: string) => service.rows(`update stream set ${text}`);
  await set(`status = 'paused', paused_by = 'customer'`);
  for (const days of [2, 1, 0]) await send([aged(days)]);
  server.child.kill('SIGTERM');
  await server.ended;
  const once = async () => json(await service.goal('worker --once --json', nets))['streams'];
  // The clock moves by 31 days between the second and the third commit.
  await service.rows(`update tail set at = at - interval '31 days' where seq <= 2`);
  await set(`seen_at = seen_at - interval '40 days'`);
  expect(await once()).toEqual({ events: 0, failing: 0 });
  await set(`status = 'active', paused_by = null`);
  expect(await once()).toEqual({ events: 1, failing: 0 });
  expect(hooks.messages()).toEqual([aged(0).message]);
  const [row] = await service.rows(
    `select gap->>'from' = to_char(s.created_at - interval '40 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as from,
       gap->>'to' = to_char(t.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as to, delivered::int
     from stream s, tail t where t.seq = 3`,
  );
  expect(row).toEqual({ from: true, to: true, delivered: 1 });
  expect(await once()).toEqual({ events: 0, failing: 0 });
  // A sink that fails is counted, and is due again later.
  hooks.answer(503);
  await set('seq = 2');
  expect(await once()).toEqual({ events: 0, failing: 1 });
  hooks.answer(200);
  expect(await once()).toEqual({ events: 0, failing: 0 });
  await set(`next_at = 'epoch'`);
  expect((await service.goal('worker --once', nets)).out).toContain('Streams: 1 event delivered, 0 streams failing.');
  await hooks.close();
});

test('R§15.7 from outside: a stream fails for as many days as STREAM_DISABLE_DAYS says, and is then switched off', async () => {
  const hooks = await openHooks();
  const nets = { STREAM_ALLOW_NETS: '127.0.0.0/8' };
  const server = await service.startServer({ LOG_LEVEL: 'warn', ...nets });
  const { makeStream, send } = await register(service);
  await makeStream({ type: 'webhook', url: hooks.url });
  hooks.answer(503);
  await service.rows(`update stream set status = 'paused', paused_by = 'customer'`);
  await send([aged(0)]);
  server.child.kill('SIGTERM');
  await server.ended;
  const statusAfter = async (failedFor: string, days: string): Promise<unknown> => {
    await service.rows(
      `update stream set status = 'active', paused_by = null, next_at = 'epoch', failing_since = clock_timestamp() - $1::interval`,
      [failedFor],
    );
    expect((await service.goal('worker --once', { ...nets, STREAM_DISABLE_DAYS: days })).code).toBe(0);
    const [row] = await service.rows('select status from stream');
    return row?.['status'];
  };
  expect(await statusAfter('23 hours', '1')).toBe('active');
  expect(await statusAfter('24 hours', '1')).toBe('disabled');
  expect(await statusAfter('29 days 23 hours', '30')).toBe('active');
  expect(await statusAfter('30 days', '30')).toBe('disabled');
  expect(await service.goal('worker --once', { ...nets, STREAM_DISABLE_DAYS: '0' })).toMatchObject({
    code: 1,
    err: expect.stringContaining('STREAM_DISABLE_DAYS must be whole days, 1 to 365'),
  });
  await hooks.close();
});
