import { actionShape, adminTokenShape } from '@goal/contract';
import { createAdminToken } from '@goal/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { startService, type TestService } from './harness.ts';

const page = z.object({ tokens: z.array(adminTokenShape), next_cursor: z.string() });
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string; // a matcher in place of a string
const prefixOf = (token: string): string => token.split('_')[2] ?? '';

// A service of its own, because the list shows the tokens of everybody.
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const cli = { kind: 'cli', name: 'test' } as const;
const make = (name: string) => createAdminToken({ db: service.db }, cli, { name, scope: 'admin:read' });
const list = async (query: Record<string, string | number> = {}) =>
  (await service.admin('GET', '/tokens', { query, token: service.adminRead })).as(200, page);
const revoke = (prefix: string, token?: string) =>
  service.admin('DELETE', `/tokens/${prefix}`, token === undefined ? {} : { token });

test('R§10.27 GET /admin/tokens: every token with its name, scope and times, newest first, in pages, and no secret', async () => {
  const { token, prefix } = await make('support');
  const { tokens, next_cursor } = await list();
  expect(next_cursor).toBe('');
  const times = { created_at: time, revoked_at: null };
  // The tokens that this test signs in with are in use.
  expect(tokens.map(({ last_used_at: _, ...row }) => row)).toEqual([
    { prefix, name: 'support', scope: 'admin:read', ...times },
    { prefix: prefixOf(service.adminRead), name: 'reader', scope: 'admin:read', ...times },
    { prefix: prefixOf(service.adminWrite), name: 'writer', scope: 'admin:write', ...times },
  ]);
  expect(tokens[0]?.last_used_at).toBeNull();
  const text = JSON.stringify(tokens);
  for (const secret of [token, service.adminRead, service.adminWrite]) expect(text).not.toContain(secret.split('_')[3]);
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, cursor: first.next_cursor });
  expect([...first.tokens, ...second.tokens].map((one) => one.prefix)).toEqual(tokens.map((one) => one.prefix));
  (await service.admin('GET', '/tokens?limit=0')).refused(400, 'invalid limit');
  (await service.admin('GET', '/tokens?cursor=x')).refused(400, 'invalid cursor');
});

test('R§10.27 DELETE /admin/tokens/{prefix}: the token is refused from its next request on, the act is recorded, and a second time there is nothing to revoke', async () => {
  const { token, prefix } = await make('leaver');
  expect((await service.call('GET', '/admin/whoami', { token })).status).toBe(200);
  (await revoke(prefix, service.adminRead)).refused(403, 'missing scope: admin:write');
  (await revoke(prefix)).done();
  (await service.call('GET', '/admin/whoami', { token })).refused(401, 'invalid token');
  const { tokens } = await list();
  expect(tokens.find((one) => one.prefix === prefix)).toMatchObject({ name: 'leaver', revoked_at: time });
  for (const gone of [prefix, 'zzzzzzzz', prefix.toUpperCase(), token]) (await revoke(gone)).refused(404, 'not found');
  const { actions } = (await service.admin('GET', '/actions', { query: { action: 'admin_token.revoke' } })).as(
    200,
    z.object({ actions: z.array(actionShape), next_cursor: z.string() }),
  );
  expect(actions).toMatchObject([{ actor_kind: 'operator', actor: 'writer', account_id: null, detail: { prefix } }]);
});

test('R§10.27 the token that asks is not revoked by it: nobody locks themselves out', async () => {
  (await revoke(prefixOf(service.adminWrite))).refused(409, 'this is the token you signed in with');
  expect((await service.admin('GET', '/whoami')).status).toBe(200);
});
