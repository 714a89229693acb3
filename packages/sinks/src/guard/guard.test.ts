import { createServer } from 'node:http';
import { connect } from 'node:net';

import { expect, test } from 'vitest';

import { aBatch, aGuard as open, aWebhook as webhook, listen, openTrap as trap } from '../../test/scene.ts';
import { deliver } from '../deliver.ts';
import { openGuard } from './guard.ts';
import { NameNotResolved, resolveName, type Resolve } from './resolve.ts';

/** Ways to write an address that is not on the public internet. */
const literals = [
  '127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 017700000001 0.0.0.0 0 10.0.0.1',
  '172.16.0.1 192.168.1.1 169.254.169.254 169.254.170.2 100.64.0.1 168.63.129.16 192.0.0.192 198.18.0.1',
  '192.0.2.1 224.0.0.1 240.0.0.1 255.255.255.255 [::1] [::] [::127.0.0.1] [::ffff:127.0.0.1]',
  '[::ffff:7f00:1] [::ffff:0:127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::]',
  '[2001:0:7f00:1::] [fe80::1] [fec0::1] [fc00::1] [fd00:ec2::254] [ff02::1] [2001:db8::1] [100::1]',
  '[5f00::1] [4000::1] localhost LOCALHOST localhost. a.localhost 127.0.0.1. １２７.0.0.1',
  '127.0.0.1.. localhost..',
].flatMap((line) => line.split(' '));
const publicHosts = ['8.8.8.8', '1.1.1.1', '[2606:4700::1111]', 'hooks.example.com', 'hooks.example.com.'];

const resolveTo =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

test('each spelling of an address that is not public is refused at creation and at delivery', async () => {
  const guard = open();
  const { port, reached } = await trap();
  for (const host of literals) {
    expect(guard.isAllowedHost(host.replace(/^\[|\]$/g, '')), host).toBe(false);
    expect(guard.isAllowedUrl(`https://${host}/`), host).toBe(false);
    for (const scheme of ['http', 'https']) {
      const delivery = await deliver(webhook(`${scheme}://${host}:${port}/`), aBatch(), { guard });
      expect(delivery, host).toMatchObject({ outcome: 'failed', status: null, error: 'address not allowed' });
    }
  }
  expect(reached()).toBe(0);
  // The trap itself works.
  const socket = connect(port, '127.0.0.1');
  await expect.poll(reached).toBe(1);
  socket.destroy();
});

test('public addresses and names are allowed at creation, what is no host is not', () => {
  const guard = open();
  for (const host of publicHosts) {
    expect(guard.isAllowedHost(host.replace(/^\[|\]$/g, '')), host).toBe(true);
    expect(guard.isAllowedUrl(`https://${host}/a`), host).toBe(true);
    expect(guard.isAllowedUrl(`http://${host}/a`), host).toBe(false);
  }
  for (const host of ['', 'a b', 'a/b', 'a:80', 'a@b', '[::1', 'a\nb', '::1%eth0', 'a?b', 'a#b', 'a\\b'])
    expect(guard.isAllowedHost(host), host).toBe(false);
  for (const url of ['', 'a', 'ftp://hooks.example.com/', 'file:///etc/passwd', 'data:,a'])
    expect(guard.isAllowedUrl(url), url).toBe(false);
});

test('a name is refused for any of its addresses, in the moment of the connection', async () => {
  const { port, reached } = await trap();
  const answers = [['127.0.0.1'], ['::1'], ['93.184.216.34', '127.0.0.1'], ['127.0.0.1', '93.184.216.34'], []];
  for (const addresses of [...answers, ['::ffff:127.0.0.1'], ['93.184.216.34', 'fe80::1%lo']]) {
    const guard = open({ resolve: resolveTo(...addresses) });
    const url = `https://hooks.example.com:${port}/`;
    expect(guard.isAllowedUrl(url)).toBe(true);
    const delivery = await deliver(webhook(url), aBatch(), { guard });
    expect(delivery, addresses.join()).toMatchObject({ outcome: 'failed', error: 'address not allowed' });
  }
  expect(reached()).toBe(0);
});

test('the address that was judged is the address that is used: a name is resolved once a connection', async () => {
  const { port } = await trap();
  let asked = 0;
  // Allowed when it is asked for the first time, refused after.
  const resolve: Resolve = () => resolveTo((asked += 1) === 1 ? '127.0.0.2' : '10.0.0.1')('');
  const guard = open({ allowNets: '127.0.0.2', resolve });
  const url = `http://hooks.example.com:${port}/`;
  expect(await deliver(webhook(url), aBatch(), { guard })).toMatchObject({ outcome: 'taken' });
  expect(asked).toBe(1);
  guard.close();
  expect(await deliver(webhook(url), aBatch(), { guard })).toMatchObject({ error: 'address not allowed' });
});

test('networks of STREAM_ALLOW_NETS are allowed, over http too, and nothing beside them', async () => {
  const { port, reached } = await trap();
  const guard = open({ allowNets: ' 127.0.0.0/8 ,fd00:1::/32,10.1.2.3' });
  for (const host of ['127.0.0.1', '127.255.0.1', '10.1.2.3', 'fd00:1::5', 'localhost'])
    expect(guard.isAllowedHost(host), host).toBe(true);
  for (const host of ['10.1.2.4', '192.168.0.1', 'fd00:2::1', '::1', '::ffff:127.0.0.1'])
    expect(guard.isAllowedHost(host), host).toBe(false);
  expect(await deliver(webhook(`http://127.0.0.1:${port}/`), aBatch(), { guard })).toMatchObject({ outcome: 'taken' });
  expect(await deliver(webhook(`http://localhost:${port}/`), aBatch(), { guard })).toMatchObject({ outcome: 'taken' });
  expect(reached()).toBeGreaterThan(0);
  // A public name over http is refused once its address is known.
  const toPublic = open({ allowNets: '127.0.0.0/8', resolve: resolveTo('93.184.216.34') });
  const delivery = await deliver(webhook('http://hooks.example.com/'), aBatch(), { guard: toPublic });
  expect(delivery).toMatchObject({ outcome: 'failed', error: 'address not allowed' });
});

test('whoever allows NAT64 allows what is public behind it, and of the rest what its own networks allow', async () => {
  const nets = open({ allowNets: '64:ff9b::/96,10.1.0.0/16' });
  for (const [host, isAllowed] of [
    ['64:ff9b::8.8.8.8', true],
    ['64:ff9b::10.1.2.3', true],
    ['64:ff9b::10.2.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b::169.254.169.254', false],
    ['64:ff9b:0:0:0:1::', false],
  ] as const) {
    expect(nets.isAllowedHost(host), host).toBe(isAllowed);
    const guard = open({ allowNets: '64:ff9b::/96,10.1.0.0/16', resolve: resolveTo(host) });
    const isRefused = await new Promise((resolve) => {
      guard.lookup('hooks.example.com', { all: true }, (error) => resolve(error !== null));
    });
    expect(isRefused, host).toBe(!isAllowed);
  }
  // Plain http leads to what is allowed by its own network.
  expect(nets.isAllowedUrl('http://[64:ff9b::10.1.2.3]/')).toBe(true);
  expect(nets.isAllowedUrl('http://[64:ff9b::8.8.8.8]/')).toBe(false);
  expect(open().isAllowedHost('64:ff9b::8.8.8.8')).toBe(false);
});

test('a redirect is not followed, wherever it leads', async () => {
  const { port, reached } = await trap();
  const server = createServer((_request, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end(),
  );
  const sink = webhook(`http://127.0.0.1:${await listen(server)}/`);
  const delivery = await deliver(sink, aBatch(), { guard: open({ allowNets: '127.0.0.0/8' }) });
  expect(delivery).toMatchObject({ outcome: 'failed', status: 307, error: 'the receiver answered with a redirect' });
  expect(reached()).toBe(0);
});

test('networks that cannot be read stop the start, and the sentence names the part', () => {
  for (const part of [
    '10.0.0.0/33',
    'private',
    '10.0.0',
    '10.0.0.0/8/8',
    '0x7f000001',
    'fd00::/129',
    '::1%lo',
    '10.0.0.0/',
  ])
    expect(() => openGuard({ allowNets: `192.168.0.0/16,${part}` }), part).toThrow(
      `STREAM_ALLOW_NETS: «${part}» is no network`,
    );
});

test('a name without an address and silent name servers are told apart from a refused address', async () => {
  const guard = open({ resolve: () => Promise.reject(new NameNotResolved('the name has no address')) });
  const delivery = await deliver(webhook('https://hooks.example.com/'), aBatch(), { guard });
  expect(delivery).toMatchObject({ outcome: 'failed', error: 'the name has no address' });
  // The real resolver: no name server is asked for what is no name.
  await expect(resolveName('a..b')).rejects.toThrow(NameNotResolved);
});
