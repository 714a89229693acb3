import { createServer } from 'node:http';
import { promisify } from 'node:util';

import type { NetworkSink } from '@goal/contract';
import { expect, onTestFinished, test, vi } from 'vitest';

import { openNameServer, type Said } from '../../test/name-server.ts';
import { aBatch, aGuard, aWebhook, listen, openTrap } from '../../test/scene.ts';
import { deliver } from '../deliver.ts';
import { nameMs } from '../figures.ts';

// The guard with names that a name server resolves.

/** By the clock of the machine, also where a test has one of its own. */
const pause = promisify(setTimeout);

/** What a name server says of a name that leads inside. */
const inside: readonly string[][] = [
  ...[
    '127.0.0.1 10.0.0.1 192.168.1.1 169.254.169.254 100.64.0.1 168.63.129.16 0.0.0.0 ::1 :: ::127.0.0.1 fe80::1',
    '::ffff:127.0.0.1 ::ffff:169.254.169.254 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::7f00:1 2002:7f00:1::',
    '2001:0:7f00:1:: fd00:ec2::254 4000::1',
  ].flatMap((line) => line.split(' ').map((address) => [address])),
  ['93.184.216.34', '127.0.0.1'],
  ['127.0.0.1', '93.184.216.34'],
  ['93.184.216.34', '::1'],
  ['2606:4700::1111', '10.0.0.1'],
];

/** Every kind of sink that goes over the network, to one host. */
function sinksTo(host: string, port: number): NetworkSink[] {
  const url = `https://${host}:${port}`;
  return [
    aWebhook(url),
    { type: 'splunk', url, token: 'a-token', index: null, sourcetype: 'goal:event', ca: null },
    { type: 'otlp', url, headers: {}, encoding: 'protobuf', ca: null },
    {
      type: 's3',
      endpoint: url,
      region: 'us-east-1',
      bucket: 'archive',
      prefix: '',
      access_key_id: 'AKIA',
      secret_access_key: 'x',
      path_style: true,
      minutes: 5,
    },
    { type: 'syslog', host, port, body: 'rfc5424', ca: null, client_key: null, client_cert: null },
  ];
}

test('R§15.5 whichever of its addresses is not public, a name leads no kind of sink anywhere', async () => {
  const { port, reached } = await openTrap();
  for (const addresses of inside) {
    const names = await openNameServer(() => addresses);
    const guard = aGuard({ resolve: names.resolve });
    for (const sink of sinksTo('hooks.example.com', port)) {
      const delivery = await deliver(sink, aBatch(), { guard });
      const told = { outcome: 'failed', status: null, error: 'address not allowed' };
      expect(delivery, `${sink.type} ${addresses.join()}`).toMatchObject(told);
    }
  }
  expect(reached()).toBe(0);
});

test('R§15.5 a sink is reached at the address that was judged: a name server that changes its answer gains nothing', async () => {
  const reached: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    reached.push(request.socket.localAddress);
    response.end();
  });
  const url = `http://hooks.example.com:${await listen(server, '0.0.0.0')}/`;
  const names = await openNameServer(({ nth }) => [nth === 1 ? '127.0.0.2' : '127.0.0.3']);
  const guard = aGuard({ allowNets: '127.0.0.2', resolve: names.resolve });
  expect(await deliver(aWebhook(url), aBatch(), { guard })).toMatchObject({ outcome: 'taken' });
  expect(names.questions.map(({ type }) => type).toSorted()).toEqual(['A', 'AAAA']);
  // A kept connection asks nobody, and a new one asks and judges again.
  expect(await deliver(aWebhook(url), aBatch(), { guard })).toMatchObject({ outcome: 'taken' });
  guard.close();
  expect(await deliver(aWebhook(url), aBatch(), { guard })).toMatchObject({ error: 'address not allowed' });
  expect(names.questions).toHaveLength(4);
  expect(reached).toEqual(['127.0.0.2', '127.0.0.2']);
});

test('R§15.5 nobody asks for the name in a redirect, and nothing goes to its address', async () => {
  const trap = await openTrap();
  const names = await openNameServer(({ name }) => [name === 'hooks.example.com' ? '127.0.0.2' : '127.0.0.1']);
  const guard = aGuard({ allowNets: '127.0.0.2', resolve: names.resolve });
  let answer = { status: 0, location: '' };
  const server = createServer((_request, response) =>
    response.writeHead(answer.status, { location: answer.location }).end(),
  );
  const url = `http://hooks.example.com:${await listen(server, '0.0.0.0')}/`;
  for (const status of [301, 302, 303, 307, 308])
    for (const host of ['inside.example.com', '127.0.0.1', '[::ffff:127.0.0.1]']) {
      answer = { status, location: `http://${host}:${trap.port}/` };
      const delivery = await deliver(aWebhook(url), aBatch(), { guard });
      expect(delivery).toMatchObject({ outcome: 'failed', status, error: 'the receiver answered with a redirect' });
    }
  expect(trap.reached()).toBe(0);
  expect(new Set(names.questions.map(({ name }) => name))).toEqual(new Set(['hooks.example.com']));
});

test('a name without addresses is told apart from a name server that fails or is silent, and one kind of addresses is enough', async () => {
  const server = createServer((_request, response) => void response.end());
  const url = `http://hooks.example.com:${await listen(server, '127.0.0.2')}/`;
  // The clock of the delivery stands, so that no limit ends before what is said has arrived.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const told = async (ipv4: Said, ipv6: Said): Promise<string | null> => {
    const names = await openNameServer(({ type }) => (type === 'A' ? ipv4 : ipv6));
    const guard = aGuard({ allowNets: '127.0.0.2', resolve: names.resolve });
    const delivery = deliver(aWebhook(url), aBatch(), { guard });
    if (ipv6 === 'silence') {
      // What got no answer is asked again, behind the answers that came.
      while (!names.questions.some(({ type, nth }) => type === 'AAAA' && nth > 1)) await pause(20);
      vi.advanceTimersByTime(nameMs);
    }
    return (await delivery).error;
  };
  expect(await told('NXDOMAIN', 'NXDOMAIN')).toBe('the name has no address');
  expect(await told([], [])).toBe('the name has no address');
  expect(await told('REFUSED', 'REFUSED')).toBe('no name server answered');
  expect(await told('NXDOMAIN', 'SERVFAIL')).toBe('no name server answered');
  expect(await told(['127.0.0.2'], 'SERVFAIL')).toBeNull();
  // Names are given up while there is time for the connection.
  expect(await told('silence', 'silence')).toBe('no name server answered');
  expect(await told(['127.0.0.2'], 'silence')).toBeNull();
});
