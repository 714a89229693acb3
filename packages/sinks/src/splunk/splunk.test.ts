import { createServer } from 'node:https';
import { gunzipSync } from 'node:zlib';

import type { SplunkSink } from '@goal/contract';
import { expect, test } from 'vitest';

import { makeAuthority } from '../../test/certificates.ts';
import { aBatch, anEvent, listen, localGuard } from '../../test/scene.ts';
import { deliver } from '../deliver.ts';
import { deliverSplunk } from './splunk.ts';

type Request = { path: string; headers: Record<string, unknown>; body: string };
type Reply = { status: number; body: unknown; type?: string; retryAfter?: string };

/** A stand-in of Splunk's collector, which answers as its documentation says. */
async function standInCollector(
  /** Null: it breaks off. */
  reply: (path: string, request: Request) => Reply | null,
): Promise<{ sink: SplunkSink; requests: Request[] }> {
  const requests: Request[] = [];
  const authority = makeAuthority();
  const certificate = authority.issue({ name: 'localhost' });
  const server = createServer(certificate, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const sent = Buffer.concat(parts);
      const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString();
      const received = { path: request.url ?? '', headers: request.headers, body };
      requests.push(received);
      const said = reply(received.path, received);
      if (said === null) request.socket.destroy();
      else
        response
          .writeHead(said.status, {
            ...(said.type !== undefined && { 'content-type': said.type }),
            ...(said.retryAfter !== undefined && { 'retry-after': said.retryAfter }),
          })
          .end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body));
    });
  });
  const url = `https://localhost:${await listen(server)}`;
  const sink = {
    type: 'splunk',
    url,
    token: 'a-token',
    index: null,
    sourcetype: 'goal:event',
    ca: authority.cert,
  } as const;
  return { sink, requests };
}
const success = { status: 200, body: { text: 'Success', code: 0 } };

test('events come zipped, one object each, with the token and the channel', async () => {
  const { sink, requests } = await standInCollector(() => success);
  const withoutDomain = anEvent({ id: 2050, ip: '203.0.113.7' });
  delete withoutDomain.domain;
  const batch = aBatch({ events: [anEvent(), withoutDomain] });
  const guard = localGuard();
  expect(await deliver(sink, batch, { guard })).toMatchObject({ outcome: 'taken', status: 200, error: null });
  const [request] = requests;
  expect(request).toMatchObject({
    path: '/services/collector/event',
    headers: { authorization: 'Splunk a-token', 'x-splunk-request-channel': batch.streamId },
  });
  const objects = request?.body.split('\n').map((line): unknown => JSON.parse(line));
  const common = { time: 1795340399.001, source: 'goal', sourcetype: 'goal:event' };
  expect(objects).toEqual([
    { ...common, host: 'shop.example.com', event: anEvent() },
    { ...common, host: withoutDomain.site_id, event: withoutDomain },
  ]);
  const indexed = { ...sink, index: 'main', url: `${sink.url}/` };
  await deliver(indexed, aBatch({ isTest: true }), { guard });
  expect(requests[1]?.path).toBe('/services/collector/event');
  expect(JSON.parse(requests[1]?.body ?? '')).toMatchObject({ index: 'main', event: { test: true } });
});

test('an address that was pasted with an endpoint of the collector leads to the same one, and another path stays', async () => {
  const { sink, requests } = await standInCollector(() => success);
  const guard = localGuard();
  const pathOf = async (pasted: string): Promise<string | undefined> => {
    expect(await deliver({ ...sink, url: `${sink.url}${pasted}` }, aBatch(), { guard })).toMatchObject({
      outcome: 'taken',
    });
    return requests.at(-1)?.path;
  };
  const root = '/services/collector';
  for (const end of ['', '/', '/event', '/event/', '/event/1.0', '/raw', '/raw/1.0', '/ack', '/health', '//'])
    expect(await pathOf(`${root}${end}`), end).toBe(`${root}/event`);
  expect(await pathOf('/Services/Collector/Event')).toBe(`${root}/event`);
  expect(await pathOf(`/splunk${root}/event?channel=a`)).toBe(`/splunk${root}/event`);
  for (const end of ['/event', '/raw/', '/event/1.0']) expect(await pathOf(end), end).toBe(`${root}/event`);
  for (const base of ['/my/event', '/my/services/collectors', '/services/collector/other'])
    expect(await pathOf(base)).toBe(`${base}${root}/event`);
});

test('each code of the collector has its outcome, and only its text is shown', async () => {
  let reply: Reply = success;
  const { sink } = await standInCollector(() => reply);
  const guard = localGuard();
  const codes: Record<string, [status: number, code: number][]> = {
    refused: [
      [400, 5],
      [400, 6],
      [400, 12],
      [400, 13],
      [400, 15],
    ],
    failed: [
      [403, 1],
      [401, 2],
      [401, 3],
      [403, 4],
      [400, 7],
      [500, 8],
      [503, 9],
      [400, 10],
      [400, 11],
      [400, 14],
      [503, 18],
      // A code other than 0 is no yes, whatever the status.
      [200, 9],
    ],
  };
  for (const [outcome, pairs] of Object.entries(codes))
    for (const [status, code] of pairs) {
      reply = { status, body: { text: `Reason ${code}\r\n`, code, secret: 'path' } };
      const error = `the receiver answered ${status}${status < 300 ? ', not as Splunk takes events' : ''}`;
      const said = `Reason ${code}`;
      expect(await deliver(sink, aBatch(), { guard }), `${code}`).toMatchObject({ outcome, status, error, said });
    }
  reply = { status: 400, body: { text: 'Invalid data format', code: 6, 'invalid-event-number': 2 } };
  const said = 'Invalid data format (event 3 of the batch)';
  expect(await deliver(sink, aBatch(), { guard })).toMatchObject({ outcome: 'refused', said });
});

test('a collector that repeats what it was sent shows nobody the token', async () => {
  const token = 'B5A79AAD-D822-46CC-80D1-819F80D7BFB0';
  const { sink } = await standInCollector((_path, { headers }) => ({
    status: 403,
    body: { text: `${'x'.repeat(150)} Not known: ${String(headers['authorization'])}`, code: 4 },
  }));
  const { said } = await deliver({ ...sink, token }, aBatch(), { guard: localGuard() });
  expect(said).toBe(`${'x'.repeat(150)} Not known: Splunk …`);
});

test('a 2xx without a code is a yes, as of programs that speak the form of Splunk, and any other status is none', async () => {
  let reply: Reply = success;
  const { sink } = await standInCollector(() => reply);
  const guard = localGuard();
  for (const status of [200, 201, 202, 204])
    for (const body of ['', 'OK', '{}', '[]', 'null', '{"code":"0"}', '{"code":0', '{"code":0}']) {
      reply = { status, body: status === 204 ? '' : body };
      expect(await deliver(sink, aBatch(), { guard }), body).toMatchObject({ outcome: 'taken', status, error: null });
    }
  reply = { status: 200, body: '<html>secret</html>', type: 'text/html' };
  expect(await deliver(sink, aBatch(), { guard })).toMatchObject({
    outcome: 'taken',
    error: 'the receiver answered 200 with a web page: is the address right?',
  });
  // A busy collector says when to come again.
  reply = { status: 503, body: { text: 'Server is busy', code: 9 }, retryAfter: '40' };
  expect(await deliver(sink, aBatch(), { guard })).toMatchObject({ outcome: 'failed', retryAfterSeconds: 40 });
  reply = { status: 413, body: 'too large' };
  expect(await deliver(sink, aBatch(), { guard })).toMatchObject({ outcome: 'refused', status: 413 });
  reply = { status: 502, body: '<html>' };
  expect(await deliver(sink, aBatch(), { guard })).toMatchObject({ outcome: 'failed', status: 502 });
});

test('where the token demands acknowledgements, a batch without one is not delivered', async () => {
  let asked = 0;
  let acknowledges = true;
  const { sink, requests } = await standInCollector((path) => {
    if (!path.startsWith('/services/collector/ack'))
      return { status: 200, body: { text: 'Success', code: 0, ackId: 7 } };
    asked += 1;
    // The first question comes too early, the next ones fail.
    if (asked === 2) return { status: 503, body: '' };
    // The first of these two is on a kept connection, so it is asked again at once.
    if (asked === 3 || asked === 4) return null;
    return { status: 200, body: { acks: { 7: acknowledges && asked > 4, 8: true } } };
  });
  const guard = localGuard();
  const batch = aBatch();
  const pace = { everyMs: 5, limitMs: 60_000 };
  expect(await deliverSplunk(sink, batch, { guard }, pace)).toMatchObject({ outcome: 'taken', error: null });
  expect(asked).toBe(5);
  expect(requests[1]).toMatchObject({
    path: `/services/collector/ack?channel=${batch.streamId}`,
    headers: { authorization: 'Splunk a-token' },
    body: '{"acks":[7]}',
  });
  acknowledges = false;
  const failed = await deliverSplunk(sink, batch, { guard }, { everyMs: 5, limitMs: 50 });
  expect(failed).toMatchObject({ outcome: 'failed', error: 'the receiver acknowledged nothing within 0.05 s' });
  const abort = new AbortController();
  const stopped = deliver(sink, batch, { guard, signal: abort.signal });
  await expect.poll(() => requests.filter(({ path }) => path.endsWith('/event')).length).toBe(3);
  abort.abort();
  expect(await stopped).toMatchObject({ outcome: 'failed', error: 'stopped' });
});
