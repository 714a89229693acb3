import { foundKeyShape, whoAmIShape } from '@goal/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { sharedService } from './harness.ts';

const service = await sharedService();
const account = await service.makeAccount();
const group = await service.makeGroup(account);
const groupKey = await service.makeGroupKey(account, group);
const site = await service.makeSite(account);

const keysBy = async (prefix: string) =>
  (await service.admin('GET', '/keys', { query: { prefix }, token: service.adminRead })).as(
    200,
    z.object({ keys: z.array(foundKeyShape) }),
  ).keys;

describe('keys by their prefix', () => {
  const times = { created_at: expect.any(String) as string, last_used_at: null, revoked_at: null };
  const none = { site_id: null, domain: null, group_id: null, group_name: null };

  test('a prefix identifies the owner of a key, and returns nothing secret', async () => {
    const key = await service.makeAccountKey(account, { name: 'reporting' });
    const owner = { account_id: account.id, email: account.email };
    expect(await keysBy(key.prefix)).toEqual([
      { kind: 'account', prefix: key.prefix, name: 'reporting', ...times, ...owner, ...none },
    ]);
    expect(await keysBy(site.prefix)).toEqual([
      {
        kind: 'site',
        prefix: site.prefix,
        name: null,
        ...times,
        ...owner,
        ...none,
        site_id: site.id,
        domain: site.domain,
      },
    ]);
    const [found] = await keysBy(groupKey.prefix);
    expect(found).toMatchObject({ kind: 'group', ...owner, group_id: group.id, group_name: group.name });
    (await service.admin('DELETE', `/accounts/${account.id}/keys/${key.prefix}`)).done();
    expect(await keysBy(key.prefix)).toMatchObject([{ revoked_at: expect.any(String) as string }]);
  });

  test('one prefix may match a key of each kind, and then returns all of them', async () => {
    await service.db.work.query(`UPDATE group_key SET prefix = $1 WHERE prefix = $2`, [site.prefix, groupKey.prefix]);
    expect((await keysBy(site.prefix)).map(({ kind }) => kind)).toEqual(['site', 'group']);
    await service.db.work.query(`UPDATE group_key SET prefix = $2 WHERE prefix = $1`, [site.prefix, groupKey.prefix]);
  });

  test('an unknown prefix, a partial one and an admin token match nothing; a missing prefix is refused', async () => {
    for (const prefix of [
      'zzzzzzzz',
      site.prefix.slice(0, 7),
      `${site.prefix}x`,
      // A prefix may consist of digits alone, which have no upper case.
      ...[site.prefix.toUpperCase()].filter((upper) => upper !== site.prefix),
      '%',
      service.adminRead,
    ])
      expect(await keysBy(prefix), prefix).toEqual([]);
    for (const query of ['', '?prefix=']) (await service.admin('GET', `/keys${query}`)).refused(400, 'prefix required');
    (await service.admin('GET', '/keys?prefix=a&prefix=b')).refused(400, 'invalid prefix');
  });
});

test('an operator’s token returns its own name, prefix and scope; a customer’s key is refused', async () => {
  for (const [token, name, scope] of [
    [service.adminRead, 'reader', 'admin:read'],
    [service.adminWrite, 'writer', 'admin:write'],
  ] as const) {
    const me = (await service.admin('GET', '/whoami', { token })).as(200, whoAmIShape);
    expect(me).toEqual({ name, scope, prefix: token.split('_')[2], created_at: expect.any(String) as string });
  }
  for (const path of ['/whoami', '/sites', '/keys?prefix=x', '/plans', `/accounts/${account.id}/summary`])
    for (const token of [account.token, groupKey.key, site.token])
      (await service.admin('GET', path, { token })).refused(401, 'invalid token');
});
