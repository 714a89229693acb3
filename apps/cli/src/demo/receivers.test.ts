import { request } from 'node:http';
import { text } from 'node:stream/consumers';

import { freePort } from '@goal/db/testing';
import { expect, it } from 'vitest';

import { openBucket } from './receive-bucket.ts';
import { readMessage } from './receive-rsyslog.ts';
import { judgeReceiver, printOnce } from './receiver.ts';

it('a receiver is refused unless the networks hold 127.0.0.1, with both lines to paste', () => {
  for (const nets of ['127.0.0.1', '127.0.0.1/32', '10.0.0.0/8, 127.0.0.0/8', '0.0.0.0/0'])
    expect(() => judgeReceiver(nets, 'bucket'), nets).not.toThrow();
  const lines = (value: string): string =>
    `  STREAM_ALLOW_NETS=${value} npm start\n  STREAM_ALLOW_NETS=${value} npm run -s goal -- demo --receiver bucket`;
  expect(() => judgeReceiver(undefined, 'bucket')).toThrow(lines('127.0.0.1/32'));
  for (const nets of ['10.0.0.0/8', '127.0.0.2', '127.0.0.0/32', 'fd00::/8', '::ffff:127.0.0.1', '::/0'])
    expect(() => judgeReceiver(` ${nets} `, 'bucket'), nets).toThrow(lines(`${nets},127.0.0.1/32`));
});

it('the demo reads the messages of a stream from rsyslog, whatever their texts hold', () => {
  const head =
    '<106>1 2026-11-22T09:39:59.001Z shop.example.com goal - E1000 [goal@32473 id="2049" severity="critical"';
  const event = { id: 2049, at: '2026-11-22T09:39:59.001Z', severity: 'critical', domain: 'shop.example.com' };
  for (const message of ['Grüße', '', 'a\n<13>1 fake', '] x="1"', '\uFEFF'])
    expect(readMessage(`${head} object="us\\"er\\]" username=" id=\\"7\\""] \uFEFF${message}`)).toEqual({
      ...event,
      message,
    });
  for (const other of ['', 'a', '<13>1 - - goal - - -', head]) expect(readMessage(other), other).toBe(undefined);
});

it('a receiver prints each event once, and counts those that come again', () => {
  const told: string[] = [];
  const { show, repeats } = printOnce((line) => told.push(line));
  const event = { at: '2026-11-22T09:39:59.001Z', severity: 'low', domain: 'shop.test', message: 'a' };
  for (const id of [1, 2, 1, 1, 3]) show({ ...event, id });
  expect(told).toEqual(Array(3).fill('verified  2026-11-22T09:39:59.001Z  low       shop.test  a'));
  expect(repeats()).toBe(2);
});

it('the demo bucket takes nothing without the signature of its secret, and no name outside its folder', async () => {
  const told: string[] = [];
  const port = await freePort();
  const bucket = await openBucket(port, { show: () => told.push('shown'), tell: (line) => told.push(line) });
  const put = async (path: string, method = 'PUT'): Promise<number | undefined> => {
    const signature = `Credential=goal-demo/20261122/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`;
    const headers = { authorization: `AWS4-HMAC-SHA256 ${signature}` };
    return new Promise((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path, method, headers }, (response) => {
        void text(response).then(() => resolve(response.statusCode));
      });
      sent.on('error', reject).end('a');
    });
  };
  const name = '/goal-demo/account=a1/dt=2026-11-22/hour=10/b2-1-2.ndjson.gz';
  expect(await put(name)).toBe(403);
  expect(await put('/goal-demo/account=a1/checkpoints/0000000000000042.txt')).toBe(403);
  expect(told).toEqual([
    expect.stringContaining('the signature of account=a1/dt='),
    expect.stringContaining('the signature of account=a1/checkpoints/'),
  ]);
  for (const path of [
    '/',
    name.slice(10),
    '/goal-demo/../a.ndjson.gz',
    '/goal-demo/account=a1/..%2F..%2Fb.ndjson.gz',
    '/goal-demo/account=a1/..%2Fcheckpoints/0000000000000042.txt',
  ])
    expect(await put(path), path).toBe(404);
  expect(await put(name, 'POST')).toBe(404);
  expect(told).toHaveLength(2);
  await bucket.close();
});
