import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { chunked, exchange, expectRefusal, rawRequest } from './http-raw.ts';
import { makeEvent, sharedService, unique } from './harness.ts';

const service = await sharedService();
const account = await service.makeAccount({ plan: 'agency', reseller: true });
const site = await service.makeSite(account);

const MiB = 1024 * 1024;
const json = { 'Content-Type': 'application/json' };
const uuid = '7b1f3c1e-0000-4000-8000-0123456789ab';

/** POST /account/groups with a raw body. */
const send = (body: string | Uint8Array | undefined, headers: Readonly<Record<string, string>> = {}) =>
  account.call('POST', '/groups', { body, headers });
describe('R§2.2 content types and encodings', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=latin1',
    ' application/json ; x=y',
    'application/json;',
  ])('R§2.2 %j is JSON', async (type) => {
    expect((await send(JSON.stringify({ name: unique() }), { 'Content-Type': type })).status).toBe(201);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json5',
    'application/ld+json',
    'application/jsonx',
    'text/json',
    'json',
    '*/*',
    '',
    'application/json, text/plain',
    'application',
    'text/plain; application/json',
  ])('R§2.2 415 for the type %j', async (type) => {
    (await send(JSON.stringify({ name: 'x' }), { 'Content-Type': type })).refused(
      415,
      'content type must be application/json',
    );
  });

  it('R§2.2 415 for a body without a type', async () => {
    const head = [`Authorization: Bearer ${account.token}`, 'Content-Length: 2'];
    expectRefusal(
      await exchange(service.origin, rawRequest('POST', '/account/groups', head, '{}')),
      415,
      'content type must be application/json',
    );
  });

  it.each(['gzip', 'deflate', 'br', 'GZIP', 'identity, gzip', 'x'])(
    'R§2.2 415 for the encoding %j',
    async (encoding) => {
      (await send(gzipSync('{}'), { ...json, 'Content-Encoding': encoding })).refused(
        415,
        'content encoding not supported',
      );
    },
  );

  it.each(['identity', 'Identity'])('R§2.2 the encoding %j means no encoding', async (encoding) => {
    expect((await send(JSON.stringify({ name: unique() }), { ...json, 'Content-Encoding': encoding })).status).toBe(
      201,
    );
  });

  it('R§2.2 R§2.4 type, encoding, size and JSON are judged in this order', async () => {
    const huge = 'x'.repeat(MiB + 1);
    (await send(huge, { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' })).refused(
      415,
      'content type must be application/json',
    );
    (await send(huge, { ...json, 'Content-Encoding': 'gzip' })).refused(415, 'content encoding not supported');
    (await send(huge, json)).refused(413, 'body too large');
    (await send('x', json)).refused(400, 'invalid JSON body');
  });

  it('R§2.2 R§2.12 type and encoding are judged only for a body that was sent and is needed', async () => {
    const odd = { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' };
    (await account.call('POST', '/groups', { headers: odd })).refused(400, 'name required');
    expect((await account.call('GET', '/me', { body: 'nonsense', headers: odd })).status).toBe(200);
    const { id } = await service.makeSite(account);
    (await account.call('POST', `/sites/${id}/activate`, { body: 'nonsense', headers: odd })).done();
    expect((await account.call('POST', `/sites/${id}/tokens`, { body: '{', headers: json })).status).toBe(201);
    (await account.call('DELETE', `/sites/${id}?confirm=true`, { body: 'nonsense', headers: odd })).done();
    const revoked = await service.makeSite(account);
    (await service.admin('POST', `/sites/${revoked.id}/revoke`, { body: '[', headers: odd })).done();
    (await service.admin('POST', `/sites/${revoked.id}/restore`, { body: '[', headers: odd })).done();
  });
});

describe('R§2.12 bodies', () => {
  it.each([
    '{',
    '}',
    '{"name"}',
    '{"name":}',
    "{'name':'x'}",
    '{name:"x"}',
    '{"name":"x",}',
    '{"name":"x"} x',
    '{"name":"x"}{}',
    'undefined',
    'NaN',
    '[',
    '"',
    '\u0000',
    '{"name":"\u0001"}',
    '{"name":"\\x41"}',
    '/* c */{}',
    '+1',
    '01',
    'tru',
    ' ',
    '\n',
    '\uFEFF\uFEFF{}',
    '{"a":1e}',
    '{"name":"x"}\u0000',
  ])('R§2.2 400 invalid JSON body: %j', async (body) => {
    (await send(body)).refused(400, 'invalid JSON body');
  });

  it.each(['[]', '[{"name":"x"}]', 'null', 'true', 'false', '5', '"x"', '""', ' [] ', '1e400'])(
    'R§2.2 400 body must be a JSON object: %j',
    async (body) => {
      (await send(body)).refused(400, 'body must be a JSON object');
    },
  );

  it('R§2.12 an absent or empty body counts as {}', async () => {
    (await send(undefined)).refused(400, 'name required');
    (await send('')).refused(400, 'name required');
    (await send('', { 'Content-Type': 'text/plain' })).refused(400, 'name required');
    (await send('{}')).refused(400, 'name required');
    const head = [`Authorization: Bearer ${account.token}`, 'Transfer-Encoding: chunked'];
    expectRefusal(
      await exchange(service.origin, rawRequest('POST', '/account/groups', head, chunked())),
      400,
      'name required',
    );
    expectRefusal(
      await exchange(
        service.origin,
        rawRequest('POST', '/account/groups', [...head, 'Content-Type: text/plain'], chunked()),
      ),
      400,
      'name required',
    );
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
    (await account.call('POST', path, { body: '{}', headers: { 'Content-Type': 'text/plain' } })).refused(
      415,
      'content type must be application/json',
    );
    (await account.call('POST', path, { body: 'x'.repeat(MiB + 1) })).refused(413, 'body too large');
  });

  const named = async (bytes: string | Uint8Array, headers = {}): Promise<unknown> => {
    const answer = await send(bytes, { ...json, ...headers });
    expect(answer.status, answer.text).toBe(201);
    return (answer.body as { name: unknown }).name;
  };

  it('R§2.12 a body is UTF-8 whatever its charset says; invalid bytes become U+FFFD', async () => {
    const id = unique();
    expect(await named(`{"name":"Gruppe Ä🎉 ${id}"}`, { 'Content-Type': 'application/json; charset=iso-8859-1' })).toBe(
      `Gruppe Ä🎉 ${id}`,
    );
    const bytes = Buffer.concat([
      Buffer.from(`{"name":"a${id}`),
      Buffer.from([0xff, 0x62, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ]);
    expect(await named(bytes)).toMatch(new RegExp(`^a${id}\uFFFDb\uFFFD\\(\uFFFD{3}$`));
    const utf16 = Buffer.from(JSON.stringify({ name: 'x' }), 'utf16le');
    (await send(utf16, { 'Content-Type': 'application/json; charset=utf-16le' })).refused(400, 'invalid JSON body');
  });

  it('R§2.12 a byte order mark is dropped, and alone it is an empty body', async () => {
    const name = unique();
    expect(await named(`\uFEFF{"name":"${name}"}`)).toBe(name);
    (await send('\uFEFF')).refused(400, 'name required');
  });

  it('R§2.12 the last of repeated keys counts', async () => {
    const name = unique();
    expect(await named(`{"name":"first","name":5,"name":"${name}"}`)).toBe(name);
    (await send('{"name":"first","name":5}')).refused(400, 'name must be a string');
    (await send('{"name":"first","name":null}')).refused(400, 'name required');
  });

  it('R§2.3 unknown fields are ignored, __proto__ and constructor among them', async () => {
    const name = unique();
    expect(
      await named(
        `{"__proto__":{"external_ref":"evil"},"constructor":{"prototype":{"x":1}},"toString":1,"id":"x","name":"${name}"}`,
      ),
    ).toBe(name);
    (await send('{"__proto__":{"name":"evil"}}')).refused(400, 'name required');
    (await send('{"__proto__":{"name":"evil"},"name":null}')).refused(400, 'name required');
    (await send('{"constructor":{"name":"evil"}}')).refused(400, 'name required');
    expect(({} as Record<string, unknown>)['external_ref']).toBeUndefined();
    // Body fields are not query parameters, and query parameters are not body fields.
    (await account.call('POST', '/groups?name=x')).refused(400, 'name required');
    const other = await service.makeSite(account);
    (await account.call('DELETE', `/sites/${other.id}`, { body: { confirm: true } })).refused(
      400,
      'destructive: pass ?confirm=true — the site, its keys, and its events are removed',
    );
    // The id in the path counts, whatever the body says.
    (await account.call('PATCH', `/sites/${other.id}`, { body: { id: uuid, name: 'by path' } })).done();
    expect(JSON.stringify((await account.call('GET', '/sites')).body)).toContain('by path');
  });

  it('R§2.2 4 MiB of deep nesting is answered, and the service survives', async () => {
    const deep = (open: string, close: string, bytes: number): string => {
      const depth = Math.floor(bytes / (open.length + close.length));
      return open.repeat(depth) + close.repeat(depth);
    };
    const ingest = (body: string) => site.call('POST', '/events', { body });
    const known = [200, 400];
    for (const body of [deep('[', ']', 4 * MiB), `{"message":${deep('{"a":', '', 4 * MiB - 20)}`]) {
      const answer = await ingest(body);
      expect(known, answer.text).toContain(answer.status);
    }
    const kept = await ingest(JSON.stringify(makeEvent({ x: 0 })).replace('"x":0', `"x":${deep('[', ']', MiB)}`));
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
  ])('R§2.3 a field of a wrong type is refused: %s %s %j', async (method, path, body, error) => {
    const answer = await account.call(method, path, { body });
    if (error === undefined) answer.refused(404, 'not found');
    else answer.refused(400, error);
  });
});
