import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';

import { SignatureV4 } from '@smithy/signature-v4';
import type { S3Sink } from '@goal/contract';
import { expect, test } from 'vitest';

import { aBatch, anEvent, listen, localGuard } from '../../test/scene.ts';
import { deliver, deliverObject } from '../deliver.ts';
import { eventsKey, objectUrl } from './names.ts';
import { oneHour, openPack } from './pack.ts';
import { signedHeaders } from './s3.ts';

const aSink = (fields: Partial<S3Sink> = {}): S3Sink => ({
  type: 's3',
  endpoint: null,
  region: 'eu-central-1',
  bucket: 'archive',
  prefix: '',
  access_key_id: 'AKIDEXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  path_style: false,
  minutes: 5,
  ...fields,
});

/** The hash that the signer of the SDK asks for. */
class Sha256 {
  readonly #key: Buffer | undefined;
  #data = Buffer.alloc(0);
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    if (secret !== undefined) this.#key = bytesOf(secret);
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#data = Buffer.concat([this.#data, bytesOf(data)]);
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(
      (this.#key ? createHmac('sha256', this.#key) : createHash('sha256')).update(this.#data).digest(),
    );
  }
  reset(): void {
    this.#data = Buffer.alloc(0);
  }
}

type Puts = { key: string; body: Buffer };
/** An object store that takes what the SDK's signer signs, and keeps it. */
async function store(
  secret: string,
  judge: (key: string) => { status: number; body: string } | undefined = () => undefined,
): Promise<{ endpoint: string; objects: Map<string, Buffer>; puts: Puts[] }> {
  const objects = new Map<string, Buffer>();
  const puts: Puts[] = [];
  const take = async (request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const names = /SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? '')?.[1]?.split(';') ?? [];
    const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]));
    const isWhole = headers['x-amz-content-sha256'] === createHash('sha256').update(body).digest('hex');
    const expected = await signatureOfSdk({ ...aSink({ secret_access_key: secret }) }, path, headers);
    const key = decodeURIComponent(path).replace('/archive/', '');
    const refusal =
      expected === request.headers.authorization && isWhole
        ? judge(key)
        : { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code><Message>a secret</Message></Error>' };
    if (!refusal) objects.set(key, body);
    puts.push({ key, body });
    response.writeHead(refusal?.status ?? 200).end(refusal?.body);
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => void take(request, Buffer.concat(parts), response));
  });
  return { endpoint: `http://127.0.0.1:${await listen(server)}`, objects, puts };
}

/** The header `Authorization` as the SDK makes it. */
async function signatureOfSdk(sink: S3Sink, path: string, headers: Record<string, string>): Promise<string> {
  const signer = new SignatureV4({
    credentials: { accessKeyId: sink.access_key_id, secretAccessKey: sink.secret_access_key },
    region: sink.region,
    service: 's3',
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const date = headers['x-amz-date']?.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5') ?? '';
  const unsigned = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'authorization'));
  const signed = await signer.sign(
    { method: 'PUT', protocol: 'https:', hostname: headers['host'] ?? '', path, headers: unsigned, query: {} },
    { signingDate: new Date(date) },
  );
  return String(signed.headers['authorization']);
}

test('the signature is that of the SDK, for fixed times and for names with every kind of character', async () => {
  const body = Buffer.from('Grüße');
  const times = ['2026-11-22T10:00:00.000Z', '2024-02-29T23:59:59.999Z'];
  const keys = [
    'a',
    'with blank',
    'a+b',
    'Größe/ü',
    "it's!(*)",
    'a%20b',
    'a=b&c?d#e',
    '日本/😀',
    '~-_.',
    'a:b@c,d;e$f',
  ];
  for (const key of keys)
    for (const time of times)
      for (const sink of [aSink(), aSink({ endpoint: 'https://s3.example.com:9000/base/', path_style: true })]) {
        const url = objectUrl(sink, key);
        const headers = signedHeaders(sink, { url, type: 'application/gzip', body, now: new Date(time) });
        expect(headers['authorization'], key).toBe(await signatureOfSdk(sink, url.pathname, headers));
      }
});

test('the host and the path of an object, for AWS and for others', () => {
  const address = (fields: Partial<S3Sink>): string => objectUrl(aSink(fields), 'a b/c').href;
  expect(address({})).toBe('https://archive.s3.eu-central-1.amazonaws.com/a%20b/c');
  expect(address({ path_style: true })).toBe('https://s3.eu-central-1.amazonaws.com/archive/a%20b/c');
  expect(address({ region: 'cn-north-1' })).toBe('https://archive.s3.cn-north-1.amazonaws.com.cn/a%20b/c');
  expect(address({ bucket: 'my.archive' })).toBe('https://s3.eu-central-1.amazonaws.com/my.archive/a%20b/c');
  const endpoint = 'https://store.example.com:9000';
  expect(address({ endpoint })).toBe('https://archive.store.example.com:9000/a%20b/c');
  expect(address({ endpoint: `${endpoint}/`, path_style: true })).toBe(`${endpoint}/archive/a%20b/c`);
});

test('an endpoint that was pasted with its bucket names it once, and the name of a store of its own stays', () => {
  const address = (endpoint: string, fields: Partial<S3Sink> = {}): string =>
    objectUrl(aSink({ endpoint, path_style: true, ...fields }), 'a').href;
  expect(address('https://account.r2.example.com/archive')).toBe('https://account.r2.example.com/archive/a');
  expect(address('https://store.example.com/base/archive/')).toBe('https://store.example.com/base/archive/a');
  for (const host of ['s3.eu-central-1.amazonaws.com', 's3-eu-west-1.amazonaws.com', 'fra1.digitaloceanspaces.com']) {
    expect(address(`https://archive.${host}`)).toBe(`https://${host}/archive/a`);
    expect(address(`https://archive.${host}`, { path_style: false })).toBe(`https://archive.${host}/a`);
  }
  // A store may have the name of its bucket, and a path may hold it.
  expect(address('https://archive.example.com')).toBe('https://archive.example.com/archive/a');
  expect(address('https://store.example.com/archive/x')).toBe('https://store.example.com/archive/x/archive/a');
  expect(address('https://my-archive.s3.example.com')).toBe('https://my-archive.s3.example.com/archive/a');
});

test('a file is put under the hour of its first event and the place where it begins, zipped', async () => {
  const sink = aSink({ path_style: true, prefix: 'goal/Größe +1' });
  const { endpoint, objects } = await store(sink.secret_access_key);
  const guard = localGuard();
  const events = Array.from({ length: 2_500 }, (_, id) => anEvent({ id, ip: '203.0.113.7', message: 'a\nb\u2028' }));
  const batch = aBatch({ events, start: { seq: 41, eventId: 2_050 } });
  const delivery = await deliver({ ...sink, endpoint }, batch, { guard });
  expect(delivery).toMatchObject({ outcome: 'taken', status: 200, error: null });
  const [[key, body] = ['', Buffer.alloc(0)]] = objects;
  expect(key).toBe(
    `goal/Größe +1/account=${batch.accountId}/dt=2026-11-22/hour=09/${batch.streamId}-0000000000000041-0000000000002050.ndjson.gz`,
  );
  const lines = gunzipSync(body).toString().split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(events);
  expect(delivery.bytes).toBe(body.byteLength);
  // The same again, with more events: the same object.
  await deliver({ ...sink, endpoint }, { ...batch, events: [...events, anEvent()] }, { guard });
  expect(objects.size).toBe(1);
  // A test has a place of its own.
  await deliver({ ...sink, endpoint }, { ...batch, events: [anEvent()], isTest: true }, { guard });
  const test = objects.get(`goal/Größe +1/account=${batch.accountId}/test/${batch.streamId}.ndjson.gz`);
  expect(gunzipSync(test ?? Buffer.alloc(0)).toString()).toContain('"test":true');
});

test('files sorted by name are in the order of the tail, and a prefix stays what it is', () => {
  const place = { streamId: 's', accountId: 'a', isTest: false };
  const key = (seq: number, eventId: number, receivedAt: string): string =>
    eventsKey('', { ...place, start: { seq, eventId }, receivedAt });
  const keys = [
    key(9, 99, '2026-11-22T09:59:59.999Z'),
    key(10, 0, '2026-11-22T10:00:00Z'),
    key(10, 5, '2026-11-22T10:00:00Z'),
    key(100, 1, '2026-11-22T10:00:01Z'),
    key(2 ** 53 - 1, 1, '2026-11-23T01:00:00+01:00'),
  ];
  expect(keys.toSorted()).toEqual(keys);
  expect(keys[4]).toContain('dt=2026-11-23/hour=00/s-9007199254740991-');
  expect(eventsKey('/a//../b/./', { ...place, start: { seq: 1, eventId: 1 }, receivedAt: '2026-11-22' })).toMatch(
    /^a\/b\/account=a\/dt=/,
  );
});

test('a file never crosses an hour of arrival', () => {
  const at = (time: string): ReturnType<typeof anEvent> => anEvent({ received_at: `2026-11-22T${time}Z` });
  expect(oneHour([])).toBe(0);
  expect(oneHour([at('10:00:00.000'), at('10:59:59.999'), at('11:00:00.000'), at('10:30:00.000')])).toBe(2);
  expect(oneHour([at('10:00:00.000'), at('10:59:59.999')])).toBe(2);
});

test('a file that is packed in parts is the same file, and brings the checkpoint of the log', async () => {
  const sink = aSink({ path_style: true });
  const { endpoint, objects, puts } = await store(sink.secret_access_key);
  const guard = localGuard();
  const events = Array.from({ length: 100 }, (_, id) => anEvent({ id }));
  const { streamId, accountId, start } = aBatch();
  await deliver({ ...sink, endpoint }, aBatch({ events }), { guard });
  const pack = openPack();
  for (let from = 0; from < 100; from += 30) await pack.add(events.slice(from, from + 30));
  await pack.add([]);
  expect(pack.plainBytes()).toBe(Buffer.byteLength(events.map((event) => `${JSON.stringify(event)}\n`).join('')));
  const object = { streamId, accountId, start, isTest: false, receivedAt: anEvent().received_at };
  const log = { size: 1024, checkpoint: 'goal/1\n1024\n' };
  const delivery = await deliverObject({ ...sink, endpoint }, { ...object, log, body: await pack.end() }, { guard });
  expect(delivery).toMatchObject({ outcome: 'taken' });
  expect(puts[0]?.key).toBe(puts[1]?.key);
  const [whole, inParts] = puts.slice(0, 2).map(({ body }) => gunzipSync(body).toString());
  expect(inParts).toBe(whole);
  expect(objects.get(`account=${accountId}/checkpoints/0000000000001024.txt`)?.toString()).toBe(log.checkpoint);
});

test('only the code of an error is shown, and nothing but its size makes a file refused', async () => {
  let refusal = { status: 500, body: '' };
  const sink = aSink({ path_style: true });
  const { endpoint } = await store(sink.secret_access_key, () => refusal);
  const guard = localGuard();
  const attempt = (status: number, code: string): ReturnType<typeof deliver> => {
    refusal = {
      status,
      body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>/secret/path</Message></Error>`,
    };
    return deliver({ ...sink, endpoint }, aBatch(), { guard });
  };
  const failed = { outcome: 'failed' };
  expect(await attempt(403, 'AccessDenied')).toMatchObject({
    ...failed,
    error: 'the receiver answered 403',
    said: 'AccessDenied',
  });
  expect(await attempt(400, 'InvalidRequest')).toMatchObject({
    ...failed,
    error: 'the receiver answered 400',
    said: 'InvalidRequest',
  });
  expect(await attempt(301, 'PermanentRedirect')).toMatchObject({
    ...failed,
    error: 'the receiver answered with a redirect',
    said: 'PermanentRedirect',
  });
  expect(await attempt(503, 'SlowDown')).toMatchObject({
    ...failed,
    error: 'the receiver answered 503',
    said: 'SlowDown',
  });
  expect(await attempt(500, 'a secret <b>')).toMatchObject({
    ...failed,
    error: 'the receiver answered 500',
    said: null,
  });
  expect(await attempt(400, 'EntityTooLarge')).toMatchObject({ outcome: 'refused', status: 400 });
  const foreign = { ...sink, endpoint, secret_access_key: 'another' };
  expect(await deliver(foreign, aBatch(), { guard })).toMatchObject({
    ...failed,
    error: 'the receiver answered 403',
    said: 'SignatureDoesNotMatch',
  });
});

test('any 2xx is a yes, unless its body is an error of S3', async () => {
  let answer = { status: 200, body: '' };
  const sink = aSink({ path_style: true });
  const { endpoint } = await store(sink.secret_access_key, () => answer);
  const guard = localGuard();
  const attempt = (status: number, body = ''): ReturnType<typeof deliver> => {
    answer = { status, body };
    return deliver({ ...sink, endpoint }, aBatch(), { guard });
  };
  for (const status of [200, 201, 202, 204]) expect(await attempt(status)).toMatchObject({ outcome: 'taken', status });
  expect(await attempt(200, '<html>Stored</html>')).toMatchObject({ outcome: 'taken', error: null });
  expect(await attempt(200, '<Error><Code>InternalError</Code></Error>')).toMatchObject({
    outcome: 'failed',
    error: 'the receiver answered 200 with an error',
    said: 'InternalError',
  });
});

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
}
