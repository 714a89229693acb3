import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { signOf, Visits } from './visit-signs.ts';
import { visitorOf, type Visitor } from './visitor.ts';

let proxies = 0;
let origin = 'http://localhost:3001';
let visitor: Visitor | undefined;
let sign: ReturnType<typeof signOf> | undefined;
const server = createServer((req, res) => {
  visitor = visitorOf(req, proxies);
  sign = signOf(req, { trustedProxies: proxies, origin });
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

const [here, plain, https] = ['http://localhost:3001', 'http://logs.example.com', 'https://logs.example.com'];
test.each([
  ['on this machine without a proxy', here, 0, undefined, 'nothing'],
  ['behind https nobody is told apart without the header', https, 0, undefined, 'one_proxy'],
  ['nor where its header is not read', https, 0, '198.51.100.7', 'one_proxy'],
  ['a proxy of this machine whose header is not read', here, 0, '198.51.100.7', 'one_proxy'],
  ['a public name that this machine asks', plain, 0, undefined, 'one_proxy'],
  ['one proxy', https, 1, '198.51.100.7', 'nothing'],
  ['one proxy, and a visitor who sends a header too', https, 1, '203.0.113.9, 198.51.100.7', 'nothing'],
  ['one proxy in a private network', https, 1, '10.1.2.3', 'nothing'],
  ['two proxies, of which one is trusted', https, 1, '198.51.100.7, 10.0.0.1', 'one_proxy'],
  ['one proxy that does not append', https, 1, undefined, 'header_missing'],
  ['one proxy, where two are trusted', https, 2, '198.51.100.7', 'header_missing'],
  ['what is no address', https, 1, 'unknown', 'header_missing'],
] as const)('R§10.8 a visit is a sign: %s', async (_title, at, trustedProxies, forwarded, expected) => {
  origin = at;
  await addressSeen(trustedProxies, forwarded);
  expect(sign).toBe(expected);
});

test('R§10.8 five of the last twenty visits without the header are told, or all of at least five that look like one proxy', () => {
  const signs = (...all: ReturnType<typeof signOf>[]) => {
    const visits = new Visits();
    for (const one of all) visits.add(one);
    return visits.sign;
  };
  const many = (count: number, one: ReturnType<typeof signOf>) => Array.from({ length: count }, () => one);
  expect(signs()).toBe('nothing');
  expect(signs(...many(4, 'header_missing'), ...many(16, 'nothing'))).toBe('nothing');
  expect(signs(...many(5, 'header_missing'), ...many(15, 'nothing'))).toBe('header_missing');
  expect(signs(...many(5, 'header_missing'), ...many(16, 'nothing'))).toBe('nothing');
  expect(signs(...many(4, 'one_proxy'))).toBe('nothing');
  expect(signs(...many(5, 'one_proxy'))).toBe('one_proxy');
  expect(signs(...many(19, 'one_proxy'), 'nothing')).toBe('nothing');
});
