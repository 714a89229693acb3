import { randomUUID } from 'node:crypto';

import { openApiDocument } from '@goal/api';
import { beforeAll, describe, expect, test } from 'vitest';

import { sharedService, type Account, type GroupKey, type Site } from './harness.ts';
import type { Route } from './harness/route.ts';
import { accountRoutes, fillPath, operatorRoutes, type PathIds } from './harness/routes.ts';

const service = await sharedService();

/** A reseller, because its keys have no rate limit. */
let paid: Account;
let paidSite: Site;
let own: PathIds;
let paidGroupKey: GroupKey;
let free: Account;
let freeGroupKey: GroupKey;

beforeAll(async () => {
  paid = await service.makeAccount({ reseller: true });
  paidSite = await service.makeSite(paid);
  const group = await service.makeGroup(paid);
  paidGroupKey = await service.makeGroupKey(paid, group);
  own = {
    site: paidSite.id,
    siteKey: paidSite.prefix,
    group: group.id,
    group_id: group.id,
    groupKey: paidGroupKey.prefix,
    account: paid.id,
    accountKey: paid.prefix,
    stream: (await service.makeStream(paid)).id,
    export: (await service.makeExport(paid)).id,
    event: String(await service.logEvent(paid, paidSite)),
    redaction: (await service.makeRedaction(paid)).id,
    slug: 'starter',
  };
  free = await service.makeAccount();
  freeGroupKey = await service.makeGroupKey(free, await service.makeGroup(free));
  await service.setPlan(free, 'free');
});

const unknown: PathIds = {
  site: randomUUID(),
  siteKey: 'aaaaaaaa',
  group: randomUUID(),
  group_id: randomUUID(),
  groupKey: 'aaaaaaaa',
  account: randomUUID(),
  accountKey: 'aaaaaaaa',
  operatorKey: 'aaaaaaaa',
  member_id: randomUUID(),
  person: randomUUID(),
  stream: randomUUID(),
  export: randomUUID(),
  hold: randomUUID(),
  event: '9007199254740991',
  redaction: randomUUID(),
  hold_id: randomUUID(),
  slug: 'nothing',
  level: '6',
};
/** Makes everything that is judged later wrong as well. */
const wrongBody = { body: '{', headers: { 'Content-Type': 'text/plain' } };
const huge = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });

/** Returns the route with unknown ids and an unreadable body. */
const allWrong = ({ method, path }: Route, token: string | undefined) =>
  service.call(method, fillPath(path, unknown), { token, ...(method === 'GET' ? {} : wrongBody) });

async function expectBodyLadder({ method, path }: Route, token: string): Promise<void> {
  const send = (body: string, headers: Record<string, string> = {}) =>
    service.call(method, fillPath(path, own), { token, body, headers });
  (await send(huge, { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' })).refused(
    415,
    'content type must be application/json',
  );
  (await send(huge, { 'Content-Encoding': 'gzip' })).refused(415, 'content encoding not supported');
  (await send(huge)).refused(413, 'body too large');
  (await send('{')).refused(400, 'invalid JSON body');
  (await send('[]')).refused(400, 'body must be a JSON object');
}

test('the route tables match the published document', async () => {
  const { paths } = (await openApiDocument('')) as { paths: Record<string, Record<string, { operationId: string }>> }; // an OpenAPI document has them
  const published = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId.replaceAll('-', '.')}`,
    ),
  );
  const tabled = [...accountRoutes, ...operatorRoutes].map(
    ({ method, path, procedure }) =>
      `${method} ${path.replace(/\{\w+Key\}/, '{prefix}').replace(/\{(?!prefix|slug|group_id|member_id|hold_id|level|index)\w+\}/, '{id}')} ${procedure}`,
  );
  expect(published.filter((route) => /^\w+ \/(account|admin)\//.test(route)).sort()).toEqual(tabled.sort());
});

describe.each(accountRoutes)('$method $path', (route) => {
  test('R§2.4 I§5.R9 a wrong method is 405 and a missing or invalid credential 401, before anything else', async () => {
    (await service.call('PUT', fillPath(route.path, unknown), wrongBody)).refused(405, 'method not allowed');
    (await allWrong(route, undefined)).refused(401, 'missing bearer token');
    const last = paid.token.at(-1) === 'A' ? 'B' : 'A';
    for (const token of ['x', paidSite.token, service.adminWrite, paid.token.slice(0, -1) + last]) {
      (await allWrong(route, token)).refused(401, 'invalid token');
    }
  });

  if (route.path.includes('{')) {
    test('R§2.4 an id in the path is judged before the body', async () => {
      (await allWrong(route, paid.token)).refused(404, 'not found');
    });
  }

  if (route.body !== undefined) {
    test('R§2.4 the body: content type, encoding, size, JSON', () => expectBodyLadder(route, paid.token));
  } else if (route.method !== 'DELETE') {
    test('R§2.12 a route without a body ignores one', async () => {
      const path = `${fillPath(route.path, own)}?${route.query ?? ''}`;
      const answer = await service.call(route.method, path, { token: paid.token, ...wrongBody });
      expect(answer.status).toBeLessThan(300);
    });
  }
});

describe.each(operatorRoutes)('$method $path', (route) => {
  test('I§7 401 missing bearer token I§7 401 invalid token I§5.R8 R§2.4: the credential is judged first, and a customer key is not accepted', async () => {
    (await service.call('PUT', fillPath(route.path, unknown), wrongBody)).refused(405, 'method not allowed');
    (await allWrong(route, undefined)).refused(401, 'missing bearer token');
    for (const token of ['x', paidSite.token, paid.token, paidGroupKey.key, `${service.adminWrite}A`]) {
      (await allWrong(route, token)).refused(401, 'invalid token');
    }
  });

  if (route.path.includes('{')) {
    test('I§7 404 not found #5 I§7 404 not found #6 R§2.4: unknown ids and malformed UUIDs give the same answer, before the body', async () => {
      const answer = await allWrong(route, service.adminWrite);
      answer.refused(404, 'not found');
      const malformed = fillPath(route.path, { ...unknown, account: '1', site: '1' });
      const other = await service.call(route.method, malformed, {
        token: service.adminWrite,
        ...(route.method === 'GET' ? {} : wrongBody),
      });
      expect(other.text).toBe(answer.text);
      expect(other.status).toBe(404);
    });
  }

  if (route.body !== undefined) {
    test('R§2.4 the body: content type, encoding, size, JSON', () => expectBodyLadder(route, service.adminWrite));
  }
});

// packages/api/test/access.test.ts covers every procedure; this file proves each sentence once over
// HTTP.
describe('refusals by the credential, over HTTP', () => {
  const route: Route = { method: 'POST', path: '/account/groups', procedure: 'account.groups.create' };

  test('R§2.4 the rate limit is judged before the paid-plan gate', async () => {
    for (;;) {
      const answer = await allWrong(route, free.token);
      if (answer.status === 429) {
        answer.refused(429, 'rate limited');
        return;
      }
      answer.refused(403, 'api access requires a paid plan');
    }
  });

  test('I§7 403 api access requires a paid plan I§5.R5 R§2.4: the gate is judged before the kind of key, ids and body', async () => {
    (await allWrong(route, freeGroupKey.key)).refused(403, 'api access requires a paid plan');
  });

  test('I§7 403 account key required I§5.R6 R§2.4: a group key is refused before the body is judged', async () => {
    (await allWrong(route, paidGroupKey.key)).refused(403, 'account key required');
  });

  test('I§7 403 missing scope: admin:write I§5.R8 R§2.4: the scope is judged before ids and body', async () => {
    const deletion: Route = { method: 'DELETE', path: '/admin/accounts/{account}', procedure: 'admin.accounts.delete' };
    (await allWrong(deletion, service.adminRead)).refused(403, 'missing scope: admin:write');
  });

  test('I§5.R8 I§5 Admin token: a read-only token reads, and a write token reads and writes', async () => {
    for (const token of [service.adminRead, service.adminWrite])
      expect((await service.call('GET', `/admin/accounts/${own.account}`, { token })).status).toBe(200);
  });
});
