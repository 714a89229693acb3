import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { expectRefusal, openRaw, rawRequest, type RawConnection } from './http-raw.ts';
import { makeEvent, startService, type Site, type TestService } from './harness.ts';

/** With this token /metrics reports current values. */
const metricsToken = 'the-token-of-metrics';
let service: TestService;
let site: Site;
beforeAll(async () => {
  service = await startService({ metricsToken });
  site = await service.makeSite(await service.makeAccount({ reseller: true }));
});
afterAll(() => service.stop());

/** A connection that the test closes. */
function open(): RawConnection {
  const connection = openRaw(service.origin);
  onTestFinished(connection.close);
  return connection;
}
const get = (path: string, id: string, ...headers: string[]): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\n${[`X-Request-Id: ${id}`, ...headers].join('\r\n')}\r\n\r\n`;
/** Requests that answer 404, each with its number as its id. */
const nopes = (count: number): string => Array.from({ length: count }, (_, nth) => get('/nope', String(nth))).join('');
const ids = (count: number): string[] => Array.from({ length: count }, (_, nth) => String(nth));
async function answered(connection: RawConnection, count: number): Promise<(string | undefined)[]> {
  const found = [];
  for (let nth = 0; nth < count; nth += 1) found.push((await connection.answer()).headers.get('x-request-id'));
  return found;
}
async function expectEnd(connection: RawConnection): Promise<void> {
  const last = await connection.answer();
  expectRefusal(last, 400, 'bad request');
  expect(last.headers.get('connection')).toBe('close');
  await connection.closed;
}
const untilMetric = (name: string, value: number): Promise<void> =>
  expect
    .poll(async () => (await service.call('GET', '/metrics', { root: true, token: metricsToken })).text)
    .toContain(`\n${name} ${value}\n`);

/** Records the requests that Node parses from now on. */
function requestsOf(connection: RawConnection): IncomingMessage[] {
  const made: IncomingMessage[] = [];
  const note = (message: unknown): void => {
    // As Node documents this channel.
    const { request } = message as { request: IncomingMessage };
    if (request.socket.remotePort === connection.socket.localPort) made.push(request);
  };
  subscribe('http.server.request.start', note);
  onTestFinished(() => void unsubscribe('http.server.request.start', note));
  return made;
}

describe('R§2.13 pipelined requests', () => {
  it('R§2.13 twenty requests in one packet are answered in order, and the connection stays open', async () => {
    const connection = open();
    connection.write(nopes(20));
    expect(await answered(connection, 20)).toEqual(ids(20));
    connection.write(nopes(20));
    expect(await answered(connection, 20)).toEqual(ids(20));
  });

  it('R§2.13 a client that never has more than twenty unanswered is never refused', async () => {
    const connection = open();
    const paths = ['/nope', '/healthz', '/v1/goal/openapi.json', '/v1/goal/docs'];
    connection.write(nopes(20));
    for (let nth = 20; nth < 600; nth += 1) {
      expect((await connection.answer()).status).toBeOneOf([200, 404]);
      connection.write(get(paths[nth % paths.length] ?? '', String(nth)));
    }
    expect(await answered(connection, 20)).toHaveLength(20);
  });

  it('R§2.13 of 1,600 requests in one packet twenty are answered, then 400 bad request ends the connection; the others are not processed, logged or counted', async () => {
    const connection = open();
    const made = requestsOf(connection);
    const lines = service.log.length;
    const { text } = await service.call('GET', '/metrics', { root: true, token: metricsToken });
    const before = Number(/^goal_http_floods_total (\d+)$/m.exec(text)?.[1]);
    connection.write('GET /nope HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1600));
    const answers = await answered(connection, 20);
    expect(new Set(answers).size).toBe(20);
    await expectEnd(connection);
    expect(made).toHaveLength(21);
    const logged = service.log.slice(lines).map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(logged.filter(({ msg }) => msg.includes('too many of its requests'))).toMatchObject([{ level: 30 }]);
    expect(logged.filter(({ msg }) => msg === 'request').length).toBeLessThan(30);
    await untilMetric('goal_http_floods_total', before + 1);
  });

  it('R§2.13 the answers arrive while the sender keeps writing', async () => {
    const connection = open();
    connection.write(nopes(40_000));
    expect(await answered(connection, 20)).toEqual(ids(20));
    await expectEnd(connection);
  });

  it('R§2.13 a request that waits for events counts, and those behind it are answered after it', async () => {
    const connection = open();
    const key = [`Authorization: Bearer ${site.token}`, `X-Site-Domain: ${site.domain}`];
    connection.write(`${get('/v1/goal/events/tail?wait=2', 'tail', ...key)}${nopes(20)}`);
    expect(await answered(connection, 20)).toEqual(['tail', ...ids(19)]);
    await expectEnd(connection);
  });

  it.each(['', 'Expect: 100-continue'])(
    'R§2.13 excess requests are neither judged nor read: their event is not stored (%s)',
    async (expectation) => {
      const connection = open();
      const own = await service.makeSite(await service.makeAccount({ reseller: true }));
      const body = JSON.stringify(makeEvent());
      const headers = [
        `Authorization: Bearer ${own.token}`,
        `X-Site-Domain: ${own.domain}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        ...(expectation === '' ? [] : [expectation]),
      ];
      let received = '';
      connection.socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
      connection.write(nopes(20) + rawRequest('POST', '/events', headers, body));
      await answered(connection, 20);
      await expectEnd(connection);
      expect(received).not.toContain('100 Continue');
      expect((await own.call('GET', '/events')).body).toMatchObject({ events: [] });
    },
  );

  it('R§2.13 100 Continue is sent for a request that is read', async () => {
    const connection = open();
    const body = JSON.stringify(makeEvent());
    let received = '';
    connection.socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    const headers = [
      `Authorization: Bearer ${site.token}`,
      `X-Site-Domain: ${site.domain}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Expect: 100-continue',
    ];
    connection.write(rawRequest('POST', '/events', headers));
    await expect.poll(() => received).toContain('HTTP/1.1 100 Continue\r\n\r\n');
    connection.write(body);
    expect((await connection.answer()).status).toBe(200);
  });
});

it('a closing connection closes an answer that was cut off before its turn to be sent', async () => {
  const key = [`Authorization: Bearer ${site.token}`, `X-Site-Domain: ${site.domain}`];
  const connection = open();
  let isCutOff = false;
  let hasClosed = false;
  const cutOff = (message: unknown): void => {
    // As Node documents this channel.
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.headers['x-request-id'] !== 'behind') return;
    // Node 24 tells of the end at once.
    response.once('close', () => (hasClosed = true)).destroy();
    isCutOff = true;
  };
  subscribe('http.server.request.start', cutOff);
  onTestFinished(() => void unsubscribe('http.server.request.start', cutOff));
  connection.write(get('/v1/goal/events/tail?wait=30', 'first', ...key) + get('/v1/goal/events', 'behind', ...key));
  await expect.poll(() => isCutOff).toBe(true);
  connection.close();
  await expect.poll(() => hasClosed).toBe(true);
});

it('bodies whose requests are answered hold no memory, also while the answers are queued behind another one', async () => {
  const key = [`Authorization: Bearer ${site.token}`, `X-Site-Domain: ${site.domain}`];
  const body = `{"x":"${'y'.repeat(4_000_000)}"}`;
  const post = rawRequest(
    'POST',
    '/events',
    [...key, 'Content-Type: application/json', `Content-Length: ${body.length}`],
    body,
  );
  const made = open();
  const requests = requestsOf(made);
  made.write(get('/v1/goal/events/tail?wait=30', 'tail', ...key) + post.repeat(19));
  await expect.poll(() => requests.filter(({ complete }) => complete).length).toBe(20);
  const other = await service.makeSite(await service.makeAccount({ reseller: true }));
  await expect.poll(async () => (await other.call('POST', '/events', { body, allow5xx: true })).status).toBe(400);
  // The answer before them still waits.
  await untilMetric('goal_http_requests_in_flight', 21);
  made.close();
  await untilMetric('goal_http_requests_in_flight', 1);
});
