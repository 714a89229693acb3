import { eventCountShape, streamTestShape } from '@goal/contract';
import { until } from '@goal/db/testing';
import { expect } from 'vitest';

import { makeEvent, type Account, type Site, type TestService } from '../harness.ts';
import { makeStream, openReceiver, readStream } from '../stream-receiver.ts';

/**
 * Makes a stream of each scope, which deliver, set an event aside and send it again, stand still
 * and go on, and start again from a time.
 */
export async function useStreams(
  service: TestService,
  account: Account,
  { group, site }: { group: string; site: Site },
): Promise<void> {
  const receiver = await openReceiver(({ body }) => ({ status: body.includes('poison') ? 400 : 200 }));
  const sink = { type: 'webhook', url: receiver.url };
  const stream = await makeStream(account, sink, { start: 'oldest' });
  for (const filters of [{ site_id: site.id }, { group_id: group }, { severity: ['high'], q: 'prices' }])
    await makeStream(account, sink, { filters });
  await service.ingest(site, [makeEvent(), makeEvent({ message: 'poison' }), makeEvent()]);
  // A test does not wait for the pauses of a stream that fails.
  const isSetAside = async (): Promise<boolean> => {
    await service.db.work.query('update stream set next_at = clock_timestamp() where failing_since is not null');
    return (await readStream(account, stream.id)).set_aside === 1;
  };
  await until(isSetAside);
  const at = (path: string): string => `/streams/${stream.id}${path}`;
  for (const path of ['/set-aside', '/deliveries', '']) expect((await account.call('GET', at(path))).status).toBe(200);
  receiver.answer = () => ({});
  (await account.call('POST', at('/set-aside/retry'))).as(200, eventCountShape);
  await until(async () => (await readStream(account, stream.id)).set_aside === 0);
  (await account.call('POST', at('/pause'))).done();
  await service.ingest(site, [makeEvent()]);
  expect((await account.call('GET', '/streams')).status).toBe(200);
  (await account.call('POST', at('/resume'))).done();
  const from = new Date(Date.now() - 60_000).toISOString();
  (await account.call('POST', at('/replay'), { body: { from } })).as(200, eventCountShape);
  (await account.call('POST', at('/test'))).as(200, streamTestShape);
  await until(async () => (await readStream(account, stream.id)).behind_seconds === 0);
  await receiver.close();
}
