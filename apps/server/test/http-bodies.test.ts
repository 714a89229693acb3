import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exchange, expectRefusal, openRaw } from './http-raw.ts';
import { makeEvent, startService, unique, type Account, type Site, type TestService } from './harness.ts';

let service: TestService;
let account: Account;
let site: Site;
beforeAll(async () => {
  service = await startService();
  account = await service.makeAccount({ plan: 'agency', reseller: true });
  site = await service.makeSite(account);
});
afterAll(() => service.stop());

const KiB = 1024;
const MiB = 1024 * KiB;
const json = { 'Content-Type': 'application/json' };
const uuid = '7b1f3c1e-0000-4000-8000-0123456789ab';

/** POST /account/groups with a body as it is. */
const send = (body: string | Uint8Array | undefined, headers: Readonly<Record<string, string>> = {}) => account.call('POST', '/groups', { body, headers });
/** A body of exactly so many bytes that makes a group. */
const sized = (bytes: number): string => {
  const start = JSON.stringify({ name: `g ${unique()}`, x: '' }).slice(0, -2);
  return `${start}${'y'.repeat(bytes - start.length - 2)}"}`;
};
/** A request as text, with its head put together by hand. */
const raw = (method: string, path: string, headers: readonly string[], body = ''): string =>
  [`${method} /v1/goal${path} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n');
const chunked = (...chunks: string[]): string => [...chunks, ''].map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join('');

describe('R§2.2 content types and encodings', () => {
  it.each(['application/json', 'Application/JSON', 'application/json; charset=utf-8', 'application/json;charset=latin1', ' application/json ; x=y', 'application/json;'])('R§2.2 %j is JSON', async (type) => {
    expect((await send(JSON.stringify({ name: unique() }), { 'Content-Type': type })).status).toBe(201);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json5', 'application/ld+json', 'application/jsonx', 'text/json', 'json', '*/*', '', 'application/json, text/plain', 'application', 'text/plain; application/json'])('R§2.2 415 for the type %j', async (type) => {
    (await send(JSON.stringify({ name: 'x' }), { 'Content-Type': type })).refused(415, 'content type must be application/json');
  });

  it('R§2.2 415 for a body without a type', async () => {
    const head = [`Authorization: Bearer ${account.token}`, 'Content-Length: 2'];
    expectRefusal(await exchange(service.origin, raw('POST', '/account/groups', head, '{}')), 415, 'content type must be application/json');
  });

  it.each(['gzip', 'deflate', 'br', 'GZIP', 'identity, gzip', 'x'])('R§2.2 415 for the encoding %j', async (encoding) => {
    (await send(gzipSync('{}'), { ...json, 'Content-Encoding': encoding })).refused(415, 'content encoding not supported');
  });

  it.each(['identity', 'Identity'])('R§2.2 the encoding %j is none', async (encoding) => {
    expect((await send(JSON.stringify({ name: unique() }), { ...json, 'Content-Encoding': encoding })).status).toBe(201);
  });

  it('R§2.2 R§2.4 the type is judged before the encoding, the encoding before the size, the size before the JSON', async () => {
    const huge = 'x'.repeat(MiB + 1);
    (await send(huge, { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' })).refused(415, 'content type must be application/json');
    (await send(huge, { ...json, 'Content-Encoding': 'gzip' })).refused(415, 'content encoding not supported');
    (await send(huge, json)).refused(413, 'body too large');
    (await send('x', json)).refused(400, 'invalid JSON body');
  });

  it('R§2.2 R§2.12 type and encoding are judged only where a body was sent and is needed', async () => {
    const odd = { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' };
    (await account.call('POST', '/groups', { headers: odd })).refused(400, 'name required');
    expect((await account.call('GET', '/me', { body: 'nonsense', headers: odd })).status).toBe(200);
    const { id } = await service.makeSite(account);
    (await account.call('POST', `/sites/${id}/activate`, { body: 'nonsense', headers: odd })).done();
    expect((await account.call('POST', `/sites/${id}/tokens`, { body: '{', headers: json })).status).toBe(201);
    (await account.call('DELETE', `/sites/${id}?confirm=true`, { body: 'nonsense', headers: odd })).done();
    (await service.admin('POST', `/sites/${site.id}/revoke`, { body: '[', headers: odd })).done();
    (await service.admin('POST', `/sites/${site.id}/restore`, { body: '[', headers: odd })).done();
    site = await service.makeSite(account);
  });
});

describe('R§2.2 sizes', () => {
  it('R§2.2 a body of exactly 1 MiB is read, one byte more is 413, by length and chunked', async () => {
    expect((await send(sized(MiB))).status).toBe(201);
    (await send(sized(MiB + 1))).refused(413, 'body too large');
    const head = [`Authorization: Bearer ${account.token}`, 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
    const [half, rest] = [sized(MiB).slice(0, 500_000), sized(MiB).slice(500_000)];
    expect((await exchange(service.origin, raw('POST', '/account/groups', head, chunked(half, rest)))).status).toBe(201);
    expectRefusal(await exchange(service.origin, raw('POST', '/account/groups', head, chunked(sized(MiB + 1)))), 413, 'body too large');
  });

  it('R§2.2 ingest takes exactly 4 MiB, and one byte more is 413', async () => {
    const event = (bytes: number): string => {
      const start = JSON.stringify(makeEvent({ x: '' })).slice(0, -2);
      return `${start}${'y'.repeat(bytes - Buffer.byteLength(start) - 2)}"}`;
    };
    expect((await site.call('POST', '/events', { body: event(4 * MiB) })).status).toBe(200);
    (await site.call('POST', '/events', { body: event(4 * MiB + 1) })).refused(413, 'body too large');
  });

  const refusals: [what: string, path: string, headers: readonly string[], status: number, error: string][] = [
    ['without a credential', '/account/groups', ['Content-Type: application/json'], 401, 'missing bearer token'],
    ['to an unknown path', '/nothing', ['Content-Type: application/json'], 404, 'not found'],
    ['of a wrong type', '/account/groups', ['Authorization: TOKEN'], 415, 'content type must be application/json'],
    ['that is too large', '/account/groups', ['Authorization: TOKEN', 'Content-Type: application/json'], 413, 'body too large'],
    ['to a foreign id', `/account/groups/${uuid}/keys`, ['Authorization: TOKEN', 'Content-Type: application/json'], 404, 'not found'],
  ];
  for (const connection of ['keep-alive', 'close']) {
    it.each(refusals)(`R§2.2 a client that writes 10 MiB before it reads gets its answer (Connection: ${connection}), for a body %s`, async (_what, path, headers, status, error) => {
      const client = openRaw(service.origin);
      const own = headers.map((line) => line.replace('TOKEN', `Bearer ${account.token}`));
      client.socket.pause();
      const flushed = new Promise<void>((resolve) => {
        client.socket.write(raw('POST', path, [...own, `Connection: ${connection}`, `Content-Length: ${10 * MiB}`]));
        client.socket.write('z'.repeat(10 * MiB), () => resolve());
      });
      await flushed;
      client.socket.resume();
      expectRefusal(await client.answer(), status, error);
      if (connection === 'keep-alive') {
        client.write(raw('GET', '/account/me', [`Authorization: Bearer ${account.token}`]));
        expect((await client.answer()).status).toBe(200);
      }
      client.close();
    });
  }

  it('R§2.2 a refused body without an end is cut off after 16 MiB, and its answer was there', async () => {
    const client = openRaw(service.origin);
    client.write(raw('POST', '/account/groups', ['Content-Type: application/json', `Content-Length: ${100 * MiB}`]));
    expectRefusal(await client.answer(), 401, 'missing bearer token');
    const block = Buffer.alloc(MiB, 'z');
    let written = 0;
    for (let failed = false; !failed && written < 100; ) {
      failed = await Promise.race([
        new Promise<boolean>((resolve) => client.socket.write(block, (error) => resolve(error != null))),
        client.closed.then(() => true),
      ]);
      if (!failed) written += 1;
    }
    expect(written).toBeLessThan(60);
    expect(written).toBeGreaterThan(15);
  });

  it('R§2.2 a refused chunked body is drained as well, and the connection goes on', async () => {
    const client = openRaw(service.origin);
    client.write(raw('POST', '/account/groups', ['Transfer-Encoding: chunked', 'Content-Type: application/json'], chunked('x'.repeat(MiB), 'y'.repeat(MiB))));
    expectRefusal(await client.answer(), 401, 'missing bearer token');
    client.write(raw('GET', '/account/me', [`Authorization: Bearer ${account.token}`]));
    expect((await client.answer()).status).toBe(200);
    client.close();
  });

  it('R§2.12 a body that a route ignores is read away, and the next request on the connection is understood', async () => {
    const client = openRaw(service.origin);
    const trap = 'GET /v1/goal/nothing HTTP/1.1\r\nHost: x\r\n\r\n';
    client.write(raw('GET', '/account/me', [`Authorization: Bearer ${account.token}`, `Content-Length: ${trap.length}`], trap));
    expect((await client.answer()).status).toBe(200);
    client.write(raw('GET', '/account/sites', [`Authorization: Bearer ${account.token}`]));
    const second = await client.answer();
    expect([second.status, Object.keys(JSON.parse(second.text) as object)]).toEqual([200, ['sites']]);
    client.close();
  });
});

describe('R§2.12 bodies', () => {
  it.each(['{', '}', '{"name"}', '{"name":}', "{'name':'x'}", '{name:"x"}', '{"name":"x",}', '{"name":"x"} x', '{"name":"x"}{}', 'undefined', 'NaN', '[', '"', '\u0000', '{"name":"\u0001"}', '{"name":"\\x41"}', '/* c */{}', '+1', '01', 'tru', ' ', '\n', '\uFEFF\uFEFF{}', '{"a":1e}', '{"name":"x"}\u0000'])('R§2.2 400 invalid JSON body: %j', async (body) => {
    (await send(body)).refused(400, 'invalid JSON body');
  });

  it.each(['[]', '[{"name":"x"}]', 'null', 'true', 'false', '5', '"x"', '""', ' [] ', '1e400'])('R§2.2 400 body must be a JSON object: %j', async (body) => {
    (await send(body)).refused(400, 'body must be a JSON object');
  });

  it('R§2.12 an absent or empty body counts as {}', async () => {
    (await send(undefined)).refused(400, 'name required');
    (await send('')).refused(400, 'name required');
    (await send('', { 'Content-Type': 'text/plain' })).refused(400, 'name required');
    (await send('{}')).refused(400, 'name required');
    const head = [`Authorization: Bearer ${account.token}`, 'Transfer-Encoding: chunked'];
    expectRefusal(await exchange(service.origin, raw('POST', '/account/groups', head, chunked())), 400, 'name required');
    expectRefusal(await exchange(service.origin, raw('POST', '/account/groups', [...head, 'Content-Type: text/plain'], chunked())), 400, 'name required');
    (await account.call('POST', '/sites')).refused(400, 'invalid domain');
    (await site.call('POST', '/events')).refused(400, 'occurred_at required');
    const group = await service.makeGroup(account);
    expect((await account.call('POST', `/groups/${group.id}/keys`)).status).toBe(201);
  });

  it('R§2.12 a route with an optional body judges a non-empty one like any other', async () => {
    const group = await service.makeGroup(account);
    const path = `/groups/${group.id}/keys`;
    (await account.call('POST', path, { body: '{' })).refused(400, 'invalid JSON body');
    (await account.call('POST', path, { body: '[]' })).refused(400, 'body must be a JSON object');
    (await account.call('POST', path, { body: '{}', headers: { 'Content-Type': 'text/plain' } })).refused(415, 'content type must be application/json');
    (await account.call('POST', path, { body: sized(MiB + 1) })).refused(413, 'body too large');
  });

  const named = async (bytes: string | Uint8Array, headers = {}): Promise<unknown> => {
    const answer = await send(bytes, { ...json, ...headers });
    expect(answer.status, answer.text).toBe(201);
    return (answer.body as { name: unknown }).name;
  };

  it('R§2.12 a body is UTF-8 whatever its charset says; invalid bytes become U+FFFD', async () => {
    const id = unique();
    expect(await named(`{"name":"Gruppe Ä🎉 ${id}"}`, { 'Content-Type': 'application/json; charset=iso-8859-1' })).toBe(`Gruppe Ä🎉 ${id}`);
    const bytes = Buffer.concat([Buffer.from(`{"name":"a${id}`), Buffer.from([0xff, 0x62, 0xc3, 0x28, 0xed, 0xa0, 0x80]), Buffer.from('"}')]);
    expect(await named(bytes)).toMatch(new RegExp(`^a${id}\uFFFDb\uFFFD\\(\uFFFD{3}$`));
    const utf16 = Buffer.from(JSON.stringify({ name: 'x' }), 'utf16le');
    (await send(utf16, { 'Content-Type': 'application/json; charset=utf-16le' })).refused(400, 'invalid JSON body');
  });

  it('R§2.12 a byte order mark is dropped, and alone it is an empty body', async () => {
    const name = unique();
    expect(await named(`\uFEFF{"name":"${name}"}`)).toBe(name);
    (await send('\uFEFF')).refused(400, 'name required');
  });

  it('R§2.12 of repeated keys the last counts', async () => {
    const name = unique();
    expect(await named(`{"name":"first","name":5,"name":"${name}"}`)).toBe(name);
    (await send('{"name":"first","name":5}')).refused(400, 'name must be a string');
    (await send('{"name":"first","name":null}')).refused(400, 'name required');
  });

  it('R§2.3 unknown fields are ignored, __proto__ and constructor among them', async () => {
    const name = unique();
    expect(await named(`{"__proto__":{"external_ref":"evil"},"constructor":{"prototype":{"x":1}},"toString":1,"id":"x","name":"${name}"}`)).toBe(name);
    (await send('{"__proto__":{"name":"evil"}}')).refused(400, 'name required');
    (await send('{"__proto__":{"name":"evil"},"name":null}')).refused(400, 'name required');
    (await send('{"constructor":{"name":"evil"}}')).refused(400, 'name required');
    expect(({} as Record<string, unknown>)['external_ref']).toBeUndefined();
    // Fields of a body are no parameters of a query, and the other way round.
    (await account.call('POST', '/groups?name=x')).refused(400, 'name required');
    const other = await service.makeSite(account);
    (await account.call('DELETE', `/sites/${other.id}`, { body: { confirm: true } })).refused(400, 'destructive: pass ?confirm=true — the site, its keys, and its events are removed');
    // The id of the path counts, whatever the body says.
    (await account.call('PATCH', `/sites/${other.id}`, { body: { id: uuid, name: 'by path' } })).done();
    expect(JSON.stringify((await account.call('GET', '/sites')).body)).toContain('by path');
  });

  it('R§2.2 deep nesting of 4 MiB is judged and answered, and the service lives on', async () => {
    const deep = (open: string, close: string, bytes: number): string => {
      const depth = Math.floor(bytes / (open.length + close.length));
      return open.repeat(depth) + close.repeat(depth);
    };
    const ingest = (body: string) => site.call('POST', '/events', { body });
    const known = [200, 400];
    for (const body of [deep('[', ']', 4 * MiB), deep('{"a":', '', 4 * MiB), `{"events":${deep('[', ']', 4 * MiB - 20)}}`, `{"message":${deep('{"a":', '}', 4 * MiB - 20).replace('}', '1}')}}`, '['.repeat(4 * MiB)]) {
      const answer = await ingest(body);
      expect(known, answer.text).toContain(answer.status);
    }
    const kept = await ingest(JSON.stringify(makeEvent({ x: 0 })).replace('"x":0', `"x":${deep('[', ']', 3 * MiB)}`));
    expect(kept.body).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
    (await send(deep('[', ']', MiB))).refused(400, 'body must be a JSON object');
  });

  it.each([
    ['POST', '/groups', { name: 5 }, 'name must be a string'],
    ['POST', '/groups', { name: ['x'] }, 'name must be a string'],
    ['POST', '/groups', { name: 'x', external_ref: 5 }, 'external_ref must be a string'],
    ['POST', '/groups', { name: 'x', external_ref: {} }, 'external_ref must be a string'],
    ['POST', '/groups', { name: 5, external_ref: 5 }, 'name must be a string'],
    ['POST', '/sites', { domain: 5 }, 'domain must be a string'],
    ['POST', '/sites', { domain: 'a.example', site_url: true }, 'site_url must be a string'],
    ['POST', '/sites', { domain: 'a.example', site_url: 'https://a.example', name: [] }, 'name must be a string'],
    ['POST', '/sites', { domain: 'a.example', site_url: 'https://a.example', group_id: 5 }, undefined],
  ])('R§2.3 a field of a wrong type: %s %s %j', async (method, path, body, error) => {
    const answer = await account.call(method, path, { body });
    if (error === undefined) answer.refused(404, 'not found');
    else answer.refused(400, error);
  });
});
