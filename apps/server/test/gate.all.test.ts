import { accountShape, type AccountView } from '@goal/contract';
import { expect, test } from 'vitest';

import { freshDomain, makeEvent, sharedService, type Account } from './harness.ts';

const service = await sharedService();

const me = async (account: Account, token = account.token): Promise<AccountView> =>
  (await account.call('GET', '/me', { token })).as(200, accountShape);
const closed = 'api access requires a paid plan';

test('I§5.R5 I§7 403 api access requires a paid plan R§6.8 R§7.1: the free plan has no account or read API, but may send', async () => {
  const account = await service.makeAccount();
  const { key: groupKey } = await service.makeGroupKey(account, await service.makeGroup(account));
  const site = await service.makeSite(account);
  await service.setPlan(account, 'free');
  for (const token of [account.token, groupKey]) (await account.call('GET', '/me', { token })).refused(403, closed);
  for (const path of ['/events', '/events/1']) (await site.call('GET', path)).refused(403, closed);
  (await site.call('GET', '/events', { domain: 'other.example' })).refused(403, closed);
  await service.ingest(site, [makeEvent()]);
  await service.setPlan(account, 'starter');
  expect((await me(account)).plan).toBe('starter');
  expect((await site.call('GET', '/events')).body).toMatchObject({ events: [{ site_id: site.id }] });
  await service.setPlan(account, 'free');
  (await site.call('GET', '/events')).refused(403, closed);
});

test('R§3.7 the plan gate covers only the account API: the operator can manage a free account’s site and keys', async () => {
  const account = await service.makeAccount({ plan: 'free' });
  const site = await service.makeSite(account);
  (
    await service.admin('POST', `/accounts/${account.id}/sites`, {
      body: { domain: freshDomain(), site_url: 'https://example.com' },
    })
  ).refused(409, 'plan site limit reached');
  expect(await service.viewOf(account)).toMatchObject({ plan: 'free', sites: [{ id: site.id, retention_days: 7 }] });
});
