import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { visitorOf, type Visitor } from './visitor.ts';

let proxies = 0;
let visitor: Visitor | undefined;
const server = createServer((req, res) => {
  visitor = visitorOf(req, proxies);
  res.end();
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function addressSeen(
  trustedProxies: number,
  forwarded: string | string[] | undefined,
): Promise<string | undefined> {
  proxies = trustedProxies;
  const { port } = server.address() as AddressInfo; // a server that listens on TCP
  await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    get({ host: '127.0.0.1', port, headers, agent: false }, (answer) => resolve(answer.resume())).on('error', reject);
  });
  return visitor?.address;
}

test.each([
  ['without a proxy the connection counts, whatever the header says', 0, '203.0.113.9', '127.0.0.1'],
  ['one proxy: the last address, never the leftmost', 1, '203.0.113.9, 198.51.100.7', '198.51.100.7'],
  ['two proxies: the second from the right', 2, '203.0.113.9, 198.51.100.7, 10.0.0.1', '198.51.100.7'],
  ['a header that is sent twice counts as one', 1, ['203.0.113.9', '198.51.100.7'], '198.51.100.7'],
  ['a request that did not come through all proxies counts by its connection', 3, '203.0.113.9', '127.0.0.1'],
  ['no header at all', 1, undefined, '127.0.0.1'],
  ['what is no address counts for nothing', 1, '203.0.113.9, unknown', '127.0.0.1'],
  ['a port is left out', 1, '198.51.100.7:4711', '198.51.100.7'],
  ['so are brackets', 1, '[2001:db8::1]:4711', '2001:db8::1'],
  ['an IPv4 address in IPv6 form is itself', 1, '::ffff:198.51.100.7', '198.51.100.7'],
] as const)('R§10.8 %s', async (_title, trustedProxies, forwarded, expected) => {
  expect(await addressSeen(trustedProxies, typeof forwarded === 'object' ? [...forwarded] : forwarded)).toBe(expected);
});
