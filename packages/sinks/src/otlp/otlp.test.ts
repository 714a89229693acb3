import { createServer, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { OtlpSink } from '@goal/contract';
import protobuf from 'protobufjs';
import { expect, test } from 'vitest';

import { aBatch, anEvent, listen, localGuard } from '../../test/scene.ts';
import { deliver } from '../deliver.ts';
import { encodeProtobuf } from './protobuf.ts';
import { logRequest } from './log-records.ts';
import { readWire } from './wire.ts';

/** The files of opentelemetry-proto 1.11.0, as its authors publish them. */
const official = new protobuf.Root();
official.resolvePath = (_origin, target) => path.resolve(import.meta.dirname, '../../test/opentelemetry-proto', target);
official.loadSync('opentelemetry/proto/collector/logs/v1/logs_service.proto');
const collectorLogs = 'opentelemetry.proto.collector.logs.v1';
const requestType = official.lookupType(`${collectorLogs}.ExportLogsServiceRequest`);
const responseType = official.lookupType(`${collectorLogs}.ExportLogsServiceResponse`);
const decode = (bytes: Buffer): unknown => requestType.toObject(requestType.decode(bytes), { longs: String });
const response = (partialSuccess: object): Buffer => Buffer.from(responseType.encode({ partialSuccess }).finish());

type Reply = { status: number; type?: string; body?: Buffer | string };
type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };
async function collector(
  fields: Partial<OtlpSink> = {},
): Promise<{ sink: OtlpSink; received: Received[]; reply: (reply: Reply) => void }> {
  const received: Received[] = [];
  let answer: Reply = { status: 200 };
  const server = createServer((request, answering) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: gunzipSync(Buffer.concat(parts)) });
      answering.writeHead(answer.status, { 'content-type': answer.type ?? 'application/x-protobuf' }).end(answer.body);
    });
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const sink: OtlpSink = { type: 'otlp', url, headers: {}, encoding: 'protobuf', ca: null, ...fields };
  return { sink, received, reply: (next) => (answer = next) };
}

const text = (key: string, stringValue: string): object => ({ key, value: { stringValue } });
const expected = {
  resourceLogs: [
    {
      resource: { attributes: [text('service.name', 'goal'), text('goal.account_id', aBatch().accountId)] },
      scopeLogs: [
        {
          scope: { name: 'goal.events' },
          logRecords: [
            {
              timeUnixNano: '1795340399001000000',
              observedTimeUnixNano: '1795340400123000000',
              severityNumber: 21,
              severityText: 'critical',
              body: { stringValue: 'Grüße' },
              eventName: 'user.login',
              attributes: [
                text('log.record.uid', '2049'),
                { key: 'goal.event.code', value: { intValue: '1000' } },
                text('goal.event.object', 'user'),
                text('goal.event.type', 'login'),
                text('goal.site_id', '7f1c2a3e-5b64-4c1f-8a52-0d9e6c2b1a00'),
                text('server.address', 'shop.example.com'),
                text('user.id', '5'),
                text('user.name', 'änna'),
                text('client.address', '203.0.113.7'),
                { key: 'goal.test', value: { boolValue: true } },
              ],
            },
          ],
        },
      ],
    },
  ],
};

test('both encodings say the same, and protobufjs decodes the bytes with the official files of OTLP', async () => {
  const { sink, received } = await collector({ headers: { 'X-Key': 'a', 'Content-Type': 'text/plain' } });
  const guard = localGuard();
  const batch = aBatch({ events: [anEvent({ ip: '203.0.113.7' })], isTest: true });
  expect(await deliver(sink, batch, { guard })).toMatchObject({ outcome: 'taken', status: 200, error: null });
  await deliver({ ...sink, encoding: 'json', url: `${sink.url}/base/` }, batch, { guard });
  const pasted = [
    '/a/v1/logs',
    '/a/v1/logs/',
    '/v1/logs',
    '/v1/traces',
    '/v1/metrics/',
    '/v1/logs/x',
    '//',
    '/V1/Logs',
    '/v1',
  ];
  for (const path of pasted) await deliver({ ...sink, url: `${sink.url}${path}` }, batch, { guard });
  const [binary, json, ...others] = received;
  expect(binary?.headers).toMatchObject({ 'content-type': 'application/x-protobuf', 'x-key': 'a' });
  expect(decode(binary?.body ?? Buffer.alloc(0))).toEqual(expected);
  expect(json?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(String(json?.body))).toEqual(expected);
  expect([binary, json].map((one) => one?.path)).toEqual(['/v1/logs', '/base/v1/logs']);
  const paths = ['/a/v1/logs', '/a/v1/logs', '/v1/logs', '/v1/logs', '/v1/logs', '/v1/logs/x/v1/logs', '/v1/logs'];
  expect(others.map(({ path }) => path)).toEqual([...paths, '/v1/logs', '/v1/v1/logs']);
});

test('what is not known is left out, and long texts and large numbers arrive whole', () => {
  const unknown = anEvent({ user_id: 0, username: '', message: '' });
  delete unknown.domain;
  const long = anEvent({ message: 'ä😀'.repeat(40_000), code: 2 ** 53 - 1, id: 2 ** 53 - 1 });
  // Lengths around those that take another byte, of texts and of the messages that hold them.
  const edges = [125, 126, 127, 128].map((length) => anEvent({ message: 'x'.repeat(length) }));
  const bytes = encodeProtobuf(logRequest('a', [unknown, long, ...edges]));
  // It decodes to what protobufjs encodes, so also the order of bytes is right.
  const decoded = requestType.decode(bytes);
  expect(Buffer.from(requestType.encode(decoded).finish()).equals(bytes)).toBe(true);
  const text = JSON.stringify(requestType.toObject(decoded, { longs: String }));
  expect(text).toContain('ä😀'.repeat(40_000));
  expect(text).toContain('{"intValue":"9007199254740991"}');
  expect(text.match(/"user\.name"/g)).toHaveLength(1 + edges.length);
  expect(text.match(/"server\.address"/g)).toHaveLength(1 + edges.length);
});

test('a partial success counts as delivered and is told, in both encodings', async () => {
  const { sink, reply, received } = await collector();
  const guard = localGuard();
  const said = { rejectedLogRecords: 3, errorMessage: 'too\r\nold' };
  const attempt = async (next: Partial<Reply>): Promise<(string | null)[]> => {
    reply({ status: 200, ...next });
    const delivery = await deliver(sink, aBatch(), { guard });
    expect(delivery).toMatchObject({ outcome: 'taken', status: 200 });
    return [delivery.error, delivery.said];
  };
  // The numbers and words of the collector may repeat events: the sentence has neither.
  const rejected = 'the receiver rejected 1 of 1 events';
  const type = 'application/json';
  expect(await attempt({ body: response(said) })).toEqual([rejected, 'too old']);
  expect(await attempt({ type, body: JSON.stringify({ partialSuccess: said }) })).toEqual([rejected, 'too old']);
  expect(await attempt({ body: response({ rejectedLogRecords: 300 }) })).toEqual([rejected, null]);
  expect(await attempt({ body: response({ errorMessage: 'use v2' }) })).toEqual([
    'the receiver took it with a warning',
    'use v2',
  ]);
  expect(await attempt({ type, body: '{"partialSuccess":{"rejectedLogRecords":"5"}}' })).toEqual([rejected, null]);
  // Nothing to say, or nothing that can be read.
  for (const body of ['', '{}', '{"partialSuccess":null}', 'null', '{"partialSuccess":{"errorMessage":5}}', '<html>'])
    expect(await attempt({ type, body }), body).toEqual([null, null]);
  for (const body of [[], [0x0a], [0x0a, 0x7f], [0xff], [0x0a, 0x02, 0x0f, 0x01], Array<number>(100).fill(0xff)])
    expect(await attempt({ body: Buffer.from(body) }), body.join()).toEqual([null, null]);
  expect(received).toHaveLength(17);
});

test('a collector that repeats what it was sent shows nobody the values of the headers', async () => {
  const headers = { authorization: 'Bearer k3y-of-the-collector', 'x-tenant': 'a1', 'x-key': 'k3y-of' };
  const { sink, reply } = await collector({ headers });
  const errorMessage = 'unknown: Bearer k3y-of-the-collector, k3y-of-the-collector, a1, k3y-of';
  reply({ status: 200, body: response({ errorMessage }) });
  expect(await deliver(sink, aBatch(), { guard: localGuard() })).toMatchObject({ said: 'unknown: …, …, a1, …' });
});

test('which statuses come later and which refuse', async () => {
  const { sink, reply } = await collector();
  const guard = localGuard();
  const outcomes = { failed: [301, 401, 403, 404, 408, 425, 429, 500, 502, 503, 504], refused: [400, 413] };
  for (const [outcome, statuses] of Object.entries(outcomes))
    for (const status of statuses) {
      reply({ status, body: 'a secret' });
      const { error, ...delivery } = await deliver(sink, aBatch(), { guard });
      expect(delivery, String(status)).toMatchObject({ outcome, status });
      expect(error).toBe(`the receiver answered ${status === 301 ? 'with a redirect' : status}`);
      expect(error).not.toContain('secret');
    }
});

test('any 2xx is a yes, whatever its body is, and a web page is told', async () => {
  const { sink, reply } = await collector();
  const guard = localGuard();
  const said: (string | null)[] = [];
  for (const status of [200, 201, 202, 204, 206])
    for (const body of [undefined, 'a secret', response({ rejectedLogRecords: 1 })]) {
      reply({ status, ...(status !== 204 && body !== undefined && { body }) });
      const delivery = await deliver(sink, aBatch(), { guard });
      expect(delivery, String(status)).toMatchObject({ outcome: 'taken', status });
      said.push(delivery.error);
    }
  expect(new Set(said)).toEqual(new Set([null, 'the receiver rejected 1 of 1 events']));
  reply({ status: 200, type: 'text/html; charset=utf-8', body: '<html>Sign in: secret</html>' });
  expect(await deliver(sink, aBatch(), { guard })).toMatchObject({
    outcome: 'taken',
    error: 'the receiver answered 200 with a web page: is the address right?',
  });
});

test('bytes that are no message end in an error and never in a loop', () => {
  const whole = response({ rejectedLogRecords: 300, errorMessage: 'a' });
  for (let length = 1; length < whole.length; length += 1)
    expect(() => readWire(whole.subarray(0, length)), String(length)).toThrow(RangeError);
  expect(readWire(Buffer.from([0x09, 1, 2, 3, 4, 5, 6, 7, 8, 0x15, 1, 2, 3, 4, 0x18, 5]))).toEqual([
    { field: 3, value: 5 },
  ]);
  expect(() => readWire(Buffer.from([0x0b]))).toThrow(RangeError);
});
