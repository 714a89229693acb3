import { afterAll, beforeAll, expect, test } from 'vitest';

import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { sentenceOf } from './member-world.ts';
import { signIn } from './people-world.ts';

// Legal holds that owners set (rulings §13.6).

let services: TestServices;
let operator: Credential;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('the night desk', 'admin:write');
  operator = { authorization: bearer(token) };
});
afterAll(() => services.close());

test('R§13.6 an owner sets a hold, which the dashboard shows and which keeps sites and the account, and no day of a purge is promised', async () => {
  const own = await makeAccount(services, operator, 'pro');
  const owner = services.callerOf(await signIn(services, own, { role: 'owner' })).dashboard;
  const admin = services.callerOf(await signIn(services, own, { role: 'admin' })).dashboard;
  const { holds, sites, account, usage } = owner;
  await services.callerOf(own.siteKey).ingest.events.send({
    occurred_at: new Date().toISOString(),
    code: 1,
    severity: 'low',
    object: 'a',
    event_type: 'b',
    message: 'c',
  });
  expect((await usage()).retention.next_purge_day).toEqual(expect.any(String));
  const { id } = await holds.create({ reason: 'case 4711', site_id: own.site.id });
  expect((await admin.holds.list()).holds).toEqual([
    {
      id,
      site_id: own.site.id,
      site_domain: own.site.domain,
      reason: 'case 4711',
      by: expect.stringContaining('@') as string,
      created_at: expect.any(String) as string,
      ended_at: null,
    },
  ]);
  expect((await usage()).retention.next_purge_day).toBeNull();
  const held = 'on legal hold';
  expect(await sentenceOf(sites.delete({ id: own.site.id, domain: 'x' }))).toBe('type the domain of the site');
  expect(await sentenceOf(sites.delete({ id: own.site.id, domain: own.site.domain }))).toBe(held);
  const both = { ids: [own.site.id, own.otherSite.id], typed: 'delete 2 sites' };
  expect(await sentenceOf(sites.deleteSeveral(both))).toBe(held);
  expect(await sentenceOf(account.delete({ email: 'x@example.com' }))).toBe('type the e-mail of the account');
  expect(await sentenceOf(account.delete({ email: (await owner.me()).email }))).toBe(held);
  expect(await sentenceOf(admin.holds.end({ id }))).toBe('missing role: owner');
  const { actions } = await owner.actions.list({});
  expect(actions.filter(({ action }) => action === 'hold.begin')).toMatchObject([
    { sentence: 'put the site on legal hold', site_domain: own.site.domain },
  ]);
  expect(JSON.stringify(actions)).not.toContain('4711');
  await holds.end({ id });
  expect(await sites.deleteSeveral(both)).toEqual({ deleted: 2 });
});
