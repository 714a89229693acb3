import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Socket } from 'node:net';

import type { WebhookSink } from '@goal/contract';
import { expect, onTestFinished, test, vi } from 'vitest';

import { makeAuthority } from '../../test/certificates.ts';
import { aBatch, anEvent, listen, localGuard } from '../../test/scene.ts';
import { deliver } from '../deliver.ts';
import { failureSentence, oneLine } from '../failures.ts';
import { answerMaxBytes } from '../figures.ts';
import type { Guard } from '../guard/guard.ts';
import type { Delivery } from '../sink.ts';
import { readRetryAfter } from './retry-after.ts';
import { send, type Answer } from './send.ts';

/** A limit that ends a wait that would never end. */
const testLimitMs = 120_000;
const webhook = (url: string): WebhookSink => ({ type: 'webhook', url, batch: 100, body: 'standard', headers: {} });
const post = (url: string, guard: Guard): Promise<Delivery> => deliver(webhook(url), aBatch(), { guard });

async function answering(handler: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createHttpServer(handler))}/secret-path?secret=query`;
}
/** A server that speaks for itself once a request has come. */
async function raw(speak: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => speak(socket));
  });
  return `http://127.0.0.1:${await listen(server)}/secret-path?secret=query`;
}
type Reading = { needsBody?: boolean; timeLimitMs?: number };
function sendTo(url: string, { needsBody = true, timeLimitMs = testLimitMs }: Reading = {}): Promise<Answer> {
  const outgoing = { url, method: 'POST', headers: {}, body: Buffer.from('a'), ca: null, accountId: 'a' } as const;
  return send({ ...outgoing, needsBody, timeLimitMs }, localGuard());
}

test('each status has its outcome', async () => {
  let status = 0;
  const url = await answering((_request, response) => void response.writeHead(status).end('secret of the sink'));
  const guard = localGuard();
  const outcomes: Record<string, number[]> = {
    taken: [200, 201, 202, 204, 299],
    refused: [400, 413, 422],
    failed: [301, 302, 304, 308, 401, 403, 404, 408, 410, 429, 500, 501, 502, 503, 504],
  };
  for (const [outcome, statuses] of Object.entries(outcomes))
    for (status of statuses) {
      const delivery = await post(url, guard);
      expect(delivery, String(status)).toMatchObject({ outcome, status });
      const sentence =
        status < 300
          ? null
          : status < 400
            ? 'the receiver answered with a redirect'
            : `the receiver answered ${status}`;
      expect(delivery.error).toBe(sentence);
      expect('isGone' in delivery).toBe(status === 410);
    }
});

test('Retry-After counts as seconds and as a date, up to an hour', async () => {
  const now = new Date('2026-11-22T10:00:00Z');
  const read = (value: string | undefined): number | undefined => readRetryAfter(value, now);
  expect(['0', '120', '999999', '9'.repeat(400)].map(read)).toEqual([0, 120, 3_600, 3_600]);
  expect(read('Sun, 22 Nov 2026 10:02:00 GMT')).toBe(120);
  expect(read('Sun, 22 Nov 2026 09:00:00 GMT')).toBe(0);
  expect(read('Wed, 22 Nov 2051 10:00:00 GMT')).toBe(3_600);
  expect([undefined, '', 'soon', '-5', '1.5e3x'].map(read)).toEqual(Array(5).fill(undefined));
  const url = await answering((_request, response) => void response.writeHead(503, { 'retry-after': '999999' }).end());
  expect(await post(url, localGuard())).toMatchObject({ outcome: 'failed', retryAfterSeconds: 3_600 });
});

test('an endless or slow answer is cut in time: its status counts, also where its body is needed', async () => {
  let [sent, open] = [0, 0];
  const endless = await raw((socket) => {
    open += 1;
    socket.on('close', () => (open -= 1));
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n');
    const more = (): void => {
      do sent += answerMaxBytes;
      while (socket.writable && socket.write('x'.repeat(answerMaxBytes)));
    };
    socket.on('drain', more);
    more();
  });
  const cut = await sendTo(endless);
  expect(cut).toMatchObject({ status: 200, isCut: true });
  expect(cut.body.length).toBe(answerMaxBytes);
  expect(await post(endless, localGuard())).toMatchObject({ outcome: 'taken', status: 200 });
  // Nobody reads on: what was sent beyond that is in buffers of the system.
  await expect.poll(() => open).toBe(0);
  expect(sent).toBeLessThan(2 * 32 * 1_048_576);

  const unfinished = await raw((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\na'));
  for (const reading of [{ timeLimitMs: 300 }, { needsBody: false }])
    expect(await sendTo(unfinished, reading)).toMatchObject({ status: 200, isCut: true });

  // A byte at a time, for ever.
  const slow = await raw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    const timer = setInterval(() => socket.write('a'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  await expect(sendTo(slow, { timeLimitMs: 300 })).rejects.toThrow('the receiver did not answer within 0.3 s');
  const silent = await raw(() => undefined);
  await expect(sendTo(silent, { timeLimitMs: 300 })).rejects.toThrow('the receiver did not answer within 0.3 s');
});

test('a connection that breaks off, an answer that is no HTTP, and a closed port are told', async () => {
  const guard = localGuard();
  const reset = await raw((socket) => socket.resetAndDestroy());
  const hungUp = { outcome: 'failed', error: 'the sink ended the connection without an answer', isHungUp: true };
  expect(await post(reset, guard)).toMatchObject(hungUp);
  const within = await raw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\na', () => socket.resetAndDestroy());
  });
  const broken = await raw((socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nno chunk\r\n'));
  for (const url of [within, broken]) {
    expect(await sendTo(url)).toMatchObject({ status: 200, isCut: true });
    expect(await post(url, guard)).toMatchObject({ outcome: 'taken', status: 200 });
  }
  const garbage = await raw((socket) => socket.end('220 mail.example.com ESMTP\r\n'));
  expect(await post(garbage, guard)).toMatchObject({ outcome: 'failed', error: 'the answer is no HTTP' });
  const longHead = await raw((socket) => socket.end(`HTTP/1.1 200 OK\r\na: ${'b'.repeat(100_000)}\r\n\r\n`));
  expect(await post(longHead, guard)).toMatchObject({ error: 'the head of the answer is too long' });
  expect(await post('http://127.0.0.1:1/', guard)).toMatchObject({ outcome: 'failed', error: 'connection refused' });
});

test('a sink that ends the connection on a request has hung up, with the length of what was sent; one that does not come about has not', async () => {
  const guard = localGuard();
  // With an end, a reset and half an end, at once or in a long body, and within an answer's head.
  const large = aBatch({ events: Array.from({ length: 200 }, (_, id) => anEvent({ id, message: 'x'.repeat(4000) })) });
  const ways: ((socket: Socket) => void)[] = [
    (socket) => socket.destroy(),
    (socket) => socket.resetAndDestroy(),
    (socket) => socket.end(),
    (socket) => socket.end('HTTP/1.1 200 OK\r\nx-a:'),
  ];
  for (const [index, way] of ways.entries()) {
    const url = await raw(way);
    const small = await post(url, guard);
    expect(small, `way ${index}`).toMatchObject({ outcome: 'failed', isHungUp: true });
    const long = await deliver(webhook(url), large, { guard });
    expect(long, `way ${index}`).toMatchObject({ outcome: 'failed', isHungUp: true });
    expect(long.bytes).toBeGreaterThan(200 * 4000);
    expect(small.bytes).toBeLessThan(1000);
  }
  // Also over a connection that is kept.
  let isFirst = true;
  const kept = await answering((request, response) => {
    if (isFirst) response.end();
    else request.socket.destroy();
    isFirst = false;
  });
  expect(await post(kept, guard)).toMatchObject({ outcome: 'taken' });
  expect(await post(kept, guard)).toMatchObject({ outcome: 'failed', isHungUp: true });
  const refusing = createServer((socket) => void socket.destroy());
  const tls = `https://localhost:${await listen(refusing)}/`;
  for (const url of ['http://127.0.0.1:1/', tls]) expect('isHungUp' in (await post(url, guard))).toBe(false);
  const abort = new AbortController();
  const silent = await raw(() => abort.abort());
  const stopped = deliver(webhook(silent), aBatch(), { guard, signal: abort.signal });
  expect('isHungUp' in (await stopped)).toBe(false);
});

test('connections are kept, one that the sink closed meanwhile is replaced, and accounts share none', async () => {
  let connections = 0;
  const idle: Socket[] = [];
  const server = createHttpServer((_request, response) => void response.end());
  server.on('connection', (socket: Socket) => {
    connections += 1;
    idle.push(socket);
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  const guard = localGuard();
  for (let n = 0; n < 3; n += 1) expect(await post(url, guard)).toMatchObject({ outcome: 'taken' });
  expect(connections).toBe(1);
  // Closed from the other side; the next use finds it out.
  for (const socket of idle) socket.resetAndDestroy();
  expect(await post(url, guard)).toMatchObject({ outcome: 'taken' });
  expect(connections).toBe(2);
  await deliver(webhook(url), aBatch({ accountId: 'another' }), { guard });
  expect(connections).toBe(3);
});

test('a proxy of the environment gets nothing, and a cookie of the sink comes back to nobody', async () => {
  let proxied = 0;
  const proxy = await answering((_request, response) => {
    proxied += 1;
    response.end();
  });
  const cookies: unknown[] = [];
  const url = await answering((request, response) => {
    cookies.push(request.headers.cookie);
    response.writeHead(200, { 'set-cookie': 'a=b' }).end();
  });
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) vi.stubEnv(name, proxy);
  onTestFinished(() => void vi.unstubAllEnvs());
  const guard = localGuard();
  for (let n = 0; n < 2; n += 1) expect(await post(url, guard)).toMatchObject({ outcome: 'taken' });
  expect([proxied, cookies]).toEqual([0, [undefined, undefined]]);
});

test('a delivery that is stopped fails at once', async () => {
  const silent = await raw(() => undefined);
  const abort = new AbortController();
  const guard = localGuard();
  const delivery = deliver(webhook(silent), aBatch(), { guard, signal: abort.signal });
  abort.abort();
  expect(await delivery).toMatchObject({ outcome: 'failed', status: null, error: 'stopped' });
  expect(await deliver(webhook(silent), aBatch(), { guard, signal: abort.signal })).toMatchObject({ error: 'stopped' });
});

test('certificates are checked: authority, name, time and version', async () => {
  const authority = makeAuthority();
  const other = makeAuthority();
  const local = { name: 'localhost', addresses: ['127.0.0.1'] };
  const tls = async (cert: { cert: string; key: string }, more: object = {}): Promise<string> =>
    `https://localhost:${await listen(createHttpsServer({ ...cert, ...more }, (_request, response) => void response.end()))}/`;
  const guard = localGuard();
  const outgoing = { method: 'POST', headers: {}, body: Buffer.from('a'), accountId: 'a', needsBody: false } as const;
  const attempt = (url: string, ca: string | null): Promise<string | number> =>
    send({ ...outgoing, url, ca }, guard).then(({ status }) => status, failureSentence);

  const right = await tls(authority.issue(local));
  expect(await attempt(right, authority.cert)).toBe(200);
  expect(await attempt(right.replace('localhost', '127.0.0.1'), authority.cert)).toBe(200);
  // Not over the kept connection, whose authority was known.
  expect(await attempt(right, null)).toBe('the certificate is from no known authority');
  expect(await attempt(right, other.cert)).toBe('the certificate is from no known authority');
  const wrongName = await tls(authority.issue({ name: 'hooks.example.com' }));
  expect(await attempt(wrongName, authority.cert)).toBe('the certificate is for another name');
  const expired = await tls(authority.issue({ ...local, expiresAt: new Date(Date.now() - 1_000) }));
  expect(await attempt(expired, authority.cert)).toBe('the certificate has expired');
  const oldTls = await tls(authority.issue(local), {
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
    ciphers: 'ALL:@SECLEVEL=0',
  });
  expect(await attempt(oldTls, authority.cert)).toBe('the sink speaks no TLS 1.2 or later');
  const plain = (await answering((_request, response) => void response.end())).replace('http:', 'https:');
  expect(await attempt(plain, null)).toBe('the sink does not speak TLS');
  expect(await attempt(right, 'no PEM')).toMatch(/^the certificate|^the connection failed/);
});

test('a sentence holds nothing of an error but its kind, and a text of a sink stays on one line', () => {
  const secret = Object.assign(new Error('connect https://token@hooks.example.com/secret'), { code: 'EWHATEVER' });
  expect(failureSentence(secret)).toBe('the connection failed (EWHATEVER)');
  expect(failureSentence(Object.assign(new Error('secret'), { code: 'a secret code' }))).toBe('the connection failed');
  expect(failureSentence('secret')).toBe('the connection failed');
  expect(oneLine(' a\r\nb\u2028c\u0000d\u202ee ')).toBe('a b c d e');
  const long = oneLine('😀'.repeat(300));
  expect(long.length).toBeLessThanOrEqual(200);
  expect(long).toMatch(/^(😀)+…$/u);
});
