import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { eventCountShape } from '@goal/contract';
import { until } from '@goal/db/testing';
import { afterAll, expect, test } from 'vitest';

import { makeEvent, startService } from './harness.ts';
import { idsOf, makeStream, openReceiver, readStream, untilStream } from './stream-receiver.ts';

// Sites and streams that change while events wait to be sent.

const service = await startService({ streams: { allowNets: '127.0.0.0/8' } });
afterAll(() => service.stop());

const eventsOf = (count: number): object[] => Array.from({ length: count }, () => makeEvent());

test('R§15.2: what was stored before its site was paused or revoked leaves afterwards', async () => {
  const receiver = await openReceiver();
  const account = await service.makeAccount();
  const [paused, revoked] = [await service.makeSite(account), await service.makeSite(account)];
  const { id } = await makeStream(account, { type: 'webhook', url: receiver.url });
  (await account.call('POST', `/streams/${id}/pause`)).done();
  for (const site of [paused, revoked]) await service.ingest(site, eventsOf(2));
  await service.db.work.query(`update site set status = 'paused' where id = $1`, [paused.id]);
  (await service.admin('POST', `/sites/${revoked.id}/revoke`)).done();
  (await account.call('POST', `/streams/${id}/resume`)).done();
  await until(() => receiver.ids().length === 4);
  await receiver.close();
});

test('R§15.1: a replay, a pause or a deletion while a batch is under way wins over the yes of its receiver', async () => {
  const held: (() => void)[] = [];
  const batches: number[][] = [];
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      batches.push(idsOf({ body }));
      held.push(() => response.end());
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // a server that listens has one
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const { id } = await makeStream(account, { type: 'webhook', url: `http://127.0.0.1:${port}/` });
  const underWay = (batch: number): Promise<void> => until(() => batches.length === batch);
  const answer = (): void => held.shift()?.();

  await service.ingest(site, eventsOf(2));
  await underWay(1);
  (await account.call('POST', `/streams/${id}/replay`, { body: { from: 'oldest' } })).as(200, eventCountShape);
  answer();
  await underWay(2);
  expect(batches[1]).toEqual(batches[0]);
  (await account.call('POST', `/streams/${id}/pause`)).done();
  answer();
  expect(await readStream(account, id)).toMatchObject({ status: 'paused', delivered: 0 });
  (await account.call('POST', `/streams/${id}/resume`)).done();
  await underWay(3);
  expect(batches[2]).toEqual(batches[0]);
  answer();
  await untilStream(account, id, ({ delivered }) => delivered === 2);
  await service.ingest(site, eventsOf(1));
  await underWay(4);
  (await account.call('DELETE', `/streams/${id}`)).done();
  answer();
  await new Promise((resolve) => {
    server.closeAllConnections();
    server.close(resolve);
  });
});
