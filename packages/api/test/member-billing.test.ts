import type { Role } from '@goal/contract';
import { inAllRun } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { sentenceOf } from './member-world.ts';
import { signIn } from './people-world.ts';

// Which sites are active, as members choose (rulings §10.19), and billing without a provider.

let services: TestServices;
let operator: Credential;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('writer', 'admin:write');
  operator = { authorization: bearer(token) };
});
afterAll(() => services.close());

const threeTimes = 'sites were chosen three times today — try again tomorrow';

/** An account whose downgrade to the starter plan, of five sites, paused the newest of eight. */
async function downgraded(to = 'starter') {
  const account = await makeAccount(services, operator, 'pro');
  const { admin } = services.callerOf(operator);
  const as = async (role: Role, more: object = {}) =>
    services.callerOf(await signIn(services, account, { role, ...more })).dashboard;
  const ids = [account.site.id, account.otherSite.id];
  for (let n = 0; n < 6; n += 1) {
    const domain = `${crypto.randomUUID()}.example.com`;
    ids.push((await admin.accounts.sites.create({ id: account.id, domain, site_url: `https://${domain}/` })).site_id);
  }
  await admin.accounts.setPlan({ id: account.id, plan: to });
  const owner = await as('owner');
  const activeOnes = async () => (await owner.sites.list({ status: ['active'] })).sites.map(({ id }) => id).toSorted();
  return { account, admin, as, owner, ids, activeOnes };
}

test('R§10.19 the chosen sites become active and the others paused, recorded each and as a whole; an operator who undoes the downgrade finds them', async () => {
  const { account, admin, as, owner, ids, activeOnes } = await downgraded();
  expect(await activeOnes()).toEqual(ids.slice(0, 5).toSorted());
  expect(await owner.notices()).toEqual({ notices: [], paused_by_plan: 3 });
  const chosen = [ids[7], ids[6], ids[0], ids[1], ids[0]].map((id) => id?.toUpperCase());
  expect(await owner.sites.choose({ ids: chosen })).toEqual({ activated: 2, paused: 3 });
  const now = ids.filter((_, n) => [0, 1, 6, 7].includes(n)).toSorted();
  expect(await activeOnes()).toEqual(now);
  expect(await owner.billing.get()).toMatchObject({ paused_sites: 4, chosen_today: 1 });
  // Whoever has chosen is not asked again.
  expect((await owner.notices()).paused_by_plan).toBe(0);
  const acts = async (action: string) => (await owner.actions.list({ action })).actions;
  expect(await acts('sites.choose')).toMatchObject([
    { who_kind: 'member', detail: { chosen: 4, activated: 2, paused: 3 }, site_id: null },
  ]);
  expect(new Set((await acts('site.pause')).map(({ site_id: id }) => id))).toEqual(new Set(ids.slice(2, 5)));
  expect(await acts('site.activate')).toHaveLength(2);
  await admin.accounts.setPlan({ id: account.id, plan: 'pro' });
  expect((await admin.accounts.sites.activate({ id: account.id, paused_by: 'last_downgrade' })).activated).toHaveLength(
    4,
  );
  expect((await (await as('viewer')).notices()).paused_by_plan).toBe(0);
});

inAllRun(() => {
  test('R§10.19 too many, unknown, foreign and revoked sites are refused and change nothing', async () => {
    const { admin, as, owner, ids, activeOnes } = await downgraded();
    const foreign = await makeAccount(services, operator, 'pro');
    const revoked = ids[4] ?? '';
    await admin.sites.revoke({ id: revoked });
    const before = await activeOnes();
    for (const bad of [foreign.site.id, crypto.randomUUID(), 'x', 5, null, revoked])
      expect(await sentenceOf(owner.sites.choose({ ids: [ids[0], bad] }))).toBe('not found');
    const rest = ids.filter((id) => id !== revoked);
    expect(await sentenceOf(owner.sites.choose({ ids: rest.slice(0, 6) }))).toBe('plan site limit reached');
    for (const wrong of [[], Array.from({ length: 5001 }, () => ids[0])])
      expect(await sentenceOf(owner.sites.choose({ ids: wrong }))).toBe('ids must hold 1 to 5000 ids');
    // The tests send what the types forbid.
    expect(await sentenceOf(owner.sites.choose({ ids: 'x' } as never))).toBe('ids must be an array');
    const stale = await as('admin', { isUnconfirmed: true });
    expect(await sentenceOf(stale.sites.choose({ ids: [ids[0]] }))).toBe('confirm that it is you');
    expect(await activeOnes()).toEqual(before);
    expect((await owner.billing.get()).chosen_today).toBe(0);
  });

  test('R§10.19 R§3.8 of twenty choices at once three are made, and the day begins at midnight UTC', async () => {
    const { owner, ids, account, activeOnes } = await downgraded();
    const pick = (n: number) => [0, 1, 2, 3, 4].map((k) => ids[(n + k) % ids.length]);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => sentenceOf(owner.sites.choose({ ids: pick(n) }))),
    );
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(3);
    expect(outcomes.filter((one) => one === threeTimes)).toHaveLength(17);
    expect(await activeOnes()).toHaveLength(5);
    const { rowId } = await services.core.db.prisma.account.findFirstOrThrow({ where: { id: account.id } });
    const moveTo = (at: string) =>
      services.core.db.work.query(`update chosen_sites set at = ${at} where account_no = $1`, [rowId]);
    await moveTo(`date_trunc('day', now(), 'UTC')`);
    expect(await sentenceOf(owner.sites.choose({ ids: pick(0) }))).toBe(threeTimes);
    await moveTo(`date_trunc('day', now(), 'UTC') - interval '1 millisecond'`);
    expect(await sentenceOf(owner.sites.choose({ ids: pick(0) }))).toBe('done');
    expect((await owner.billing.get()).chosen_today).toBe(1);
  });

  test('R§10.19 R§9.6 a reseller has nothing to choose and is told of no paused sites', async () => {
    const { account, admin, owner, ids } = await downgraded();
    await admin.accounts.setReseller({ id: account.id, enabled: true });
    expect(await sentenceOf(owner.sites.choose({ ids: [ids[7]] }))).toBe('unlimited sites — nothing to choose');
    expect(await sentenceOf(owner.sites.choose({ ids: ['x'] }))).toBe('not found');
    expect((await owner.notices()).paused_by_plan).toBe(0);
  });
});

test('R§10.36 without a provider there is no checkout and no portal', async () => {
  const { owner } = await downgraded('free');
  expect(await owner.billing.get()).toMatchObject({ checkout: false, portal: false, contact: null });
  expect((await owner.billing.get()).plans.every((plan) => !plan.for_sale && plan.price === null)).toBe(true);
  for (const work of [owner.billing.checkout({ plan: 'pro' }), owner.billing.portal()])
    expect(await sentenceOf(work)).toBe('not found');
});
