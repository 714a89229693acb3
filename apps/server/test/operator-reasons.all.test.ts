import { actionShape } from '@goal/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { sharedService } from './harness.ts';

const service = await sharedService();
const page = z.object({ actions: z.array(actionShape), next_cursor: z.string() });

test('R§8.b9 an operator’s reason stands in the record of plan, reseller, revoking and deleting', async () => {
  const account = await service.makeAccount();
  const group = await service.makeGroup(account);
  const groupKey = await service.makeGroupKey(account, group);
  const [site, other] = [await service.makeSite(account), await service.makeSite(account)];
  const key = await service.makeAccountKey(account, {});
  const own = `/accounts/${account.id}`;
  /** Acts, and returns the reason of the one action that is recorded. */
  const reasonOf = async (method: string, path: string, given: Parameters<typeof service.admin>[2]) => {
    (await service.admin(method, path, given)).done();
    const { actions } = (await service.admin('GET', '/actions', { query: { account_id: account.id } })).as(200, page);
    return actions[0]?.detail?.['reason'];
  };
  const inBody = { plan: 'starter', reason: '  paid by invoice 7  ' };
  expect(await reasonOf('POST', `${own}/plan`, { body: inBody })).toBe('paid by invoice 7');
  const flag = { enabled: true, reason: `call of Monday, key ${key.key}` };
  expect(await reasonOf('POST', `${own}/reseller`, { body: flag })).toBe(`call of Monday, key ${key.prefix}`);
  for (const none of [undefined, null, '', ' ']) {
    flag.enabled = !flag.enabled;
    expect(await reasonOf('POST', `${own}/reseller`, { body: { ...flag, reason: none } })).toBeUndefined();
  }
  const query = { reason: 'x'.repeat(500), confirm: 'true' };
  for (const [method, path] of [
    ['DELETE', `${own}/keys/${key.prefix}`],
    ['DELETE', `${own}/groups/${group.id}/keys/${groupKey.prefix}`],
    ['DELETE', `/sites/${site.id}/keys/${site.prefix}`],
    ['POST', `/sites/${site.id}/revoke`],
    ['DELETE', `/sites/${other.id}`],
    ['DELETE', own],
  ] as const) {
    for (const [reason, sentence] of [
      ['x'.repeat(501), 'reason too long'],
      [['a', 'b'], 'invalid reason'],
    ] as const)
      (await service.admin(method, path, { query: { ...query, reason } })).refused(400, sentence);
    expect(await reasonOf(method, path, { query }), path).toBe(query.reason);
  }
  const next = await service.makeAccount();
  for (const [body, sentence] of [
    [{ plan: 'starter', reason: 7 }, 'reason must be a string'],
    [{ plan: 'starter', reason: '😀'.repeat(501) }, 'reason too long'],
    [{ reason: 7 }, 'unknown plan'],
  ] as const)
    (await service.admin('POST', `/accounts/${next.id}/plan`, { body })).refused(400, sentence);
  for (const path of ['/tokens/zzzzzzzz', `/accounts/${next.id}/members/x`])
    (await service.admin('DELETE', path, { query: { reason: 'x'.repeat(501) } })).refused(400, 'reason too long');
});
