import { createServer as createTcpServer } from 'node:net';
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls';

import type { SyslogSink } from '@goal/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { makeAuthority, type Authority } from '../../test/certificates.ts';
import { aBatch, anEvent, listen, localGuard } from '../../test/scene.ts';
import { deliver } from '../deliver.ts';
import { cefMessage } from './cef.ts';
import { messageWithin } from './free-text.ts';
import { octetCounted, rfc5424Message } from './rfc5424.ts';

const authority = makeAuthority();
const aSink = (port: number, fields: Partial<SyslogSink> = {}): SyslogSink => ({
  type: 'syslog',
  host: 'localhost',
  port,
  body: 'rfc5424',
  ca: authority.cert,
  client_key: null,
  client_cert: null,
  ...fields,
});

/** A receiver over TLS. */
async function receiver(
  serve: (socket: TLSSocket) => void,
  options: TlsOptions = {},
  of: Authority = authority,
): Promise<number> {
  const server = createServer(
    { ...of.issue({ name: 'localhost', addresses: ['127.0.0.1'] }), ...options },
    (socket) => {
      socket.on('error', () => undefined);
      serve(socket);
    },
  );
  return listen(server);
}
/** … that reads to the end and then ends, as rsyslog does. */
async function collector(options: TlsOptions = {}): Promise<{ port: number; received: Buffer[] }> {
  const received: Buffer[] = [];
  const port = await receiver((socket) => {
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('end', () => received.push(Buffer.concat(parts)));
  }, options);
  return { port, received };
}

/** The messages of a stream of octets that are counted (RFC 6587). */
function messagesOf(bytes: Buffer): string[] {
  const messages: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(' ', at);
    const length = Number(bytes.subarray(at, blank).toString());
    expect(length).toBeGreaterThan(0);
    messages.push(bytes.subarray(blank + 1, blank + 1 + length).toString());
    at = blank + 1 + length;
  }
  return messages;
}

test('the vector: a message with its length, to the byte', () => {
  const event = anEvent({ object: 'us"er]' });
  expect(octetCounted([rfc5424Message(event)]).toString()).toBe(
    '279 <106>1 2026-11-22T09:39:59.001Z shop.example.com goal - E1000 [goal@32473 id="2049" ' +
      'site_id="7f1c2a3e-5b64-4c1f-8a52-0d9e6c2b1a00" code="1000" severity="critical" object="us\\"er\\]" ' +
      'event_type="login" user_id="5" username="änna" received_at="2026-11-22T09:40:00.123Z"] \uFEFFGrüße',
  );
});

test('heads stay printable and short, an address and the mark of a test are parameters', () => {
  const odd = rfc5424Message(anEvent({ domain: `a b\nü${'x'.repeat(300)}`, severity: 'info', ip: '2001:db8::1' }));
  const [, host = ''] = /^<110>1 \S+ (\S+) goal - E1000 \[/.exec(odd) ?? [];
  expect(host).toMatch(/^a_b__x+$/);
  expect(host).toHaveLength(255);
  expect(odd).toContain('" ip="2001:db8::1"]');
  const withoutDomain = { ...anEvent(), test: true as const };
  delete withoutDomain.domain;
  expect(rfc5424Message(withoutDomain)).toContain(`Z ${withoutDomain.site_id} goal - `);
  expect(rfc5424Message(withoutDomain)).toContain(' test="true"]');
});

test('CEF escapes its head and its fields', () => {
  const event = anEvent({ object: 'a|b\\', event_type: 'c\nd=e', message: 'f=g|h\\i\r\nj', ip: '203.0.113.7' });
  expect(cefMessage(event)).toBe(
    '<106>1 2026-11-22T09:39:59.001Z shop.example.com goal - E1000 - CEF:0|Goal|Goal|1|1000|a\\|b\\\\ c d=e|10|' +
      'rt=1795340399001 suser=änna suid=5 dhost=shop.example.com externalId=2049 src=203.0.113.7 cs1Label=siteId ' +
      'cs1=7f1c2a3e-5b64-4c1f-8a52-0d9e6c2b1a00 msg=f\\=g|h\\\\i\\r\\nj',
  );
  const other = cefMessage({ ...anEvent({ ip: '2001:db8::1', username: '', user_id: 0 }), test: true });
  expect(other).toContain(' c6a2Label=Source IPv6 Address c6a2=2001:db8::1 ');
  expect(other).toContain(' cs2Label=test cs2=true ');
  expect(other).not.toMatch(/ suser=| suid=| src=/);
});

/** Characters at which some program begins another line. */
const breaks = ['\n', '\r', '\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029'];

test('no text of an event begins another line, in either form, and what was written can be read back', () => {
  const texts = [
    ...breaks.flatMap((one) => [`${one}<13>1 2026-01-01T00:00:00Z forged - - - -`, `a${one}b`, `a${one}`]),
    'a\\nb',
    'a\\\nb\\',
    'C:\\temp\\new',
    '\r\n\r\n',
    ...fc.sample(fc.string({ unit: fc.constantFrom('\\', 'n', 'r', '\n', '\r', '=', '|', '"', ']', 'ä') }), 200),
  ];
  const readBack = (text: string): string =>
    text.replace(/\\([\\nr=])/g, (_, one: string) => ({ n: '\n', r: '\r' })[one] ?? one);
  const isPlain = (text: string): boolean =>
    ['\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029'].every((one) => !text.includes(one));
  for (const text of texts) {
    const event = anEvent({ message: text, username: text, object: text, event_type: text, domain: text });
    const [free, cef] = [rfc5424Message(event), cefMessage(event)];
    for (const one of breaks)
      expect(
        [free, cef].some((message) => message.includes(one)),
        JSON.stringify(text),
      ).toBe(false);
    expect(free).toMatch(/^<106>1 2026-11-22T09:39:59.001Z \S+ goal - E1000 \[goal@32473 id="2049" /);
    const parsed = free.slice(free.indexOf('] \uFEFF') + 3);
    const [, extension = ''] = / msg=(.*)$/.exec(cef) ?? [];
    if (!isPlain(text)) continue;
    expect(readBack(parsed)).toBe(text);
    expect(readBack(extension)).toBe(text);
  }
});

test('a message that is longer than max_bytes is cut at a character, ends in … and stays readable; one that fits is whole', () => {
  const long = { id: 2 ** 53 - 1, code: 2 ** 53 - 1, user_id: 2 ** 53 - 1, ip: `2001:db8:${'ffff:'.repeat(5)}ffff` };
  const huge = '\n😀"]\\='.repeat(50);
  const events = [
    anEvent({ message: 'x'.repeat(9000) }),
    anEvent({ message: '😀ä'.repeat(3000) }),
    anEvent({ message: '\n\\'.repeat(3000) }),
    { ...anEvent({ ...long, username: huge, object: huge, event_type: huge, message: huge }), test: true as const },
    { ...anEvent({ ...long, username: huge, object: huge, event_type: huge, message: '' }), domain: 'd'.repeat(253) },
  ];
  for (const write of [rfc5424Message, cefMessage])
    for (const event of events) {
      const whole = write(event);
      const length = Buffer.byteLength(whole);
      for (const maxBytes of [null, undefined, length, length + 1])
        expect(messageWithin(event, write, maxBytes)).toBe(whole);
      for (const maxBytes of [1024, 1025, 1026, 1027, 1028, 2048, 8192, length - 1].filter((one) => one < length)) {
        const cut = messageWithin(event, write, maxBytes);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(maxBytes);
        // No character is half, no escape is, and nothing is cut that had room.
        expect(Buffer.from(cut).toString()).toBe(cut);
        expect(cut).not.toMatch(/\uFFFD|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
        if (write === rfc5424Message)
          expect(cut).toMatch(/^<\d+>1 \S+ \S+ goal - \S+ \[goal@32473( \w+="([^"\\\]]|\\.)*")+\] \uFEFF/);
        else expect(cut).toMatch(/ - CEF:0(\|([^|\\]|\\.)*){7}$/);
        if (event.username !== huge) {
          expect(cut.endsWith('…')).toBe(true);
          expect(maxBytes - Buffer.byteLength(cut)).toBeLessThan(4);
        } else expect(cut).toContain('…');
      }
    }
});

test('hostile texts arrive as text, whatever they hold', async () => {
  const { port, received } = await collector();
  const guard = localGuard();
  const hostile = ['a\n<13>1 fake', '5 <13>1 x', '\u2028\u0000\uFEFF', '"]\\', '😀'.repeat(1_000), ''];
  const texts = [...hostile, ...fc.sample(fc.string({ unit: 'grapheme' }), 200)];
  const events = texts.map((message, id) => anEvent({ id, message, username: message }));
  const delivery = await deliver(aSink(port), aBatch({ events }), { guard });
  expect(delivery).toMatchObject({ outcome: 'taken', status: null, error: null });
  const [bytes = Buffer.alloc(0)] = received;
  expect(delivery.bytes).toBe(bytes.length);
  const messages = messagesOf(bytes);
  expect(messages).toEqual(events.map(rfc5424Message));
  expect(messages.map((message) => message.slice(message.indexOf('\uFEFF', message.indexOf('] ')) + 1))).toHaveLength(
    texts.length,
  );
  const short = await deliver(aSink(port, { max_bytes: 1024 }), aBatch({ events }), { guard });
  expect(short).toMatchObject({ outcome: 'taken' });
  expect(messagesOf(received[1] ?? bytes)).toEqual(events.map((event) => messageWithin(event, rfc5424Message, 1024)));
  const cef = await deliver(aSink(port, { body: 'cef', host: '127.0.0.1' }), aBatch({ events, isTest: true }), {
    guard,
  });
  // A test says that nobody can know more.
  expect(cef).toMatchObject({
    outcome: 'taken',
    error: expect.stringMatching(/^syslog answers nothing: look on/) as string,
  });
  expect(messagesOf(received[2] ?? bytes)).toEqual(events.map((event) => cefMessage({ ...event, test: true })));
});

test('a receiver that does not read to the end has not taken the batch', async () => {
  const guard = localGuard();
  const events = Array.from({ length: 1_000 }, (_, id) => anEvent({ id }));
  const attempt = async (serve: (socket: TLSSocket) => void): ReturnType<typeof deliver> =>
    deliver(aSink(await receiver(serve)), aBatch({ events }), { guard });
  // It ends at once, with and without the farewell of TLS, or is gone in the middle.
  const ways: ((socket: TLSSocket) => void)[] = [
    (socket) => socket.pause().end(() => socket.destroy()),
    (socket) => socket.pause().destroy(),
    (socket) => socket.once('data', () => socket.pause().end(() => socket.destroy())),
    (socket) => socket.once('data', () => socket.destroy()),
  ];
  for (const [index, way] of ways.entries())
    for (let n = 0; n < 3; n += 1)
      expect(await attempt(way), `way ${index}`).toMatchObject({ outcome: 'failed', status: null, isHungUp: true });
  // Its length is that of the message, without the count before it.
  const one = deliver(aSink(await receiver((socket) => socket.pause().destroy())), aBatch(), { guard });
  expect(await one).toMatchObject({ isHungUp: true, bytes: Buffer.byteLength(rfc5424Message(anEvent())) });
});

test('a receiver that cannot be reached, refuses the handshake or stays silent has not hung up', async () => {
  const guard = localGuard();
  const attempt = async (port: number, fields: Partial<SyslogSink> = {}) =>
    'isHungUp' in (await deliver(aSink(port, fields), aBatch(), { guard }));
  const within = createTcpServer((socket) => socket.once('data', () => socket.destroy()));
  expect(await attempt(1)).toBe(false);
  expect(await attempt(await listen(createTcpServer((socket) => void socket.destroy())))).toBe(false);
  expect(await attempt(await listen(within))).toBe(false);
  expect(await attempt((await collector()).port, { ca: null })).toBe(false);
  const abort = new AbortController();
  const silent = await receiver((socket) => socket.once('data', () => abort.abort()), { allowHalfOpen: true });
  const stopped = deliver(aSink(silent), aBatch(), { guard, signal: abort.signal });
  expect('isHungUp' in (await stopped)).toBe(false);
});

test('a receiver that never ends is given up, and a delivery can be stopped', async () => {
  const port = await receiver((socket) => socket.resume(), { allowHalfOpen: true });
  const guard = localGuard();
  const abort = new AbortController();
  const stopped = deliver(aSink(port), aBatch(), { guard, signal: abort.signal });
  setTimeout(() => abort.abort(), 50);
  expect(await stopped).toMatchObject({ outcome: 'failed', error: 'stopped' });
  expect(await deliver(aSink(port), aBatch(), { guard, signal: abort.signal })).toMatchObject({ error: 'stopped' });
});

test('the receiver is checked, and so are we where it asks for a certificate', async () => {
  const guard = localGuard();
  const attempt = async (port: number, fields: Partial<SyslogSink> = {}): Promise<string | null> =>
    (await deliver(aSink(port, fields), aBatch(), { guard })).error;
  const { port } = await collector();
  expect(await attempt(port, { ca: null })).toBe('the certificate is from no known authority');
  expect(await attempt(port, { host: '127.0.0.2' })).toMatch(/another name|refused/);
  expect(await attempt(port, { host: '10.0.0.1' })).toBe('address not allowed');
  expect(await attempt(port, { host: '[::1]' })).toBe('address not allowed');
  expect(await attempt(1)).toBe('connection refused');
  const plain = createTcpServer((socket) => socket.on('error', () => undefined).end('220 a\r\n'));
  expect(await attempt(await listen(plain))).toBe('the sink does not speak TLS');

  const ours = authority.issue({ name: 'goal' });
  const mutual = await collector({ requestCert: true, rejectUnauthorized: true, ca: authority.cert });
  const own = { client_key: ours.key, client_cert: ours.cert };
  expect(await attempt(mutual.port, own)).toBe(null);
  expect(mutual.received).toHaveLength(1);
  expect(await attempt(mutual.port)).not.toBe(null);
  const foreign = makeAuthority().issue({ name: 'goal' });
  expect(await attempt(mutual.port, { client_key: foreign.key, client_cert: foreign.cert })).not.toBe(null);
  expect(await attempt(port, { client_key: 'no PEM', client_cert: 'no PEM' })).toBe(
    'a certificate or the key of the sink cannot be read',
  );
  expect(mutual.received).toHaveLength(1);
});
