import {
  accountShape,
  accountSummaryShape,
  actionShape,
  planBounds,
  planShape,
  type ActionView,
  type PlanView,
} from '@goal/contract';
import { inAllRun } from '@goal/db/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';

import { freshDomain, makeEvent, startService, type Account, type Answer, type TestService } from './harness.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const dayMs = 86_400_000;
const defaults = { sites: 25, retention_days: 90, fair_use_events: 2_000_000 };
const patch = (body: unknown, slug = 'pro', token = service.adminWrite): Promise<Answer> =>
  service.admin('PATCH', `/plans/${slug}`, { body, token });
const plan = async (slug = 'pro'): Promise<PlanView | undefined> =>
  (await service.admin('GET', '/plans'))
    .as(200, z.object({ plans: z.array(planShape) }))
    .plans.find((one) => one.slug === slug);
/** Returns the recorded plan changes, newest first. */
const recorded = async (): Promise<ActionView[]> =>
  (await service.admin('GET', '/actions?action=plan.set')).as(
    200,
    z.object({ actions: z.array(actionShape), next_cursor: z.string() }),
  ).actions;
const register = (account: Account): Promise<Answer> => {
  const domain = freshDomain();
  return account.call('POST', '/sites', { body: { domain, site_url: `https://${domain}` } });
};
const retentionOf = async (account: Account): Promise<number[]> =>
  (await service.viewOf(account)).sites.map((site) => site.retention_days);
/** Returns what each site of an account had before its retention was shortened, oldest first. */
const cutsOf = async ({ id }: Account): Promise<(number | null)[]> =>
  (
    await service.db.work.query<{ days: number | null }>(
      `SELECT c.former_days AS days FROM retention_cut c JOIN site s ON s.no = c.site_no JOIN account a ON a.no = s.account_no
       WHERE a.id = $1 ORDER BY c.no`,
      [id],
    )
  ).rows.map(({ days }) => days);

beforeEach(async () => {
  (await patch(defaults)).done();
});

test('R§4.2 R§2.3 R§2.8 plan limits are whole numbers within their bounds; the first bad one is named, and at least one is required', async () => {
  for (const body of [{}, undefined, { slug: 'free' }, { api: false, keys_per_site: 9 }])
    (await patch(body)).refused(400, 'sites, retention_days or fair_use_events required');
  for (const name of ['sites', 'retention_days', 'fair_use_events'] as const) {
    const { min, max } = planBounds[name];
    for (const value of ['5', 1.5, true, null, [], {}])
      (await patch({ [name]: value })).refused(400, `${name} must be an integer`);
    for (const value of [min - 1, max + 1, -1, 1e21]) (await patch({ [name]: value })).refused(400, `invalid ${name}`);
    for (const value of [min, max]) {
      (await patch({ [name]: value })).done();
      expect(await plan()).toMatchObject({ ...defaults, [name]: value });
      (await patch(defaults)).done();
    }
  }
  (await patch({ fair_use_events: 'x', retention_days: 0, sites: -1 })).refused(400, 'invalid sites');
  (await patch({ fair_use_events: 'x', retention_days: 0, sites: 7 })).refused(400, 'invalid retention_days');
  expect(await plan()).toMatchObject(defaults);
});

inAllRun(() => {
  test('R§2.4 an unknown plan is 404 before its body is judged, and its slug is case-sensitive', async () => {
    for (const slug of ['gold', 'PRO', '%20pro', 'pro%00x'])
      for (const body of [{ sites: 1 }, { sites: 'x' }, '{']) (await patch(body, slug)).refused(404, 'not found');
    expect(await plan()).toMatchObject(defaults);
  });
});

test('R§8 GET /admin/actions I§5.R8 only admin:write changes a plan; each change is recorded with the old value, and a no-op is not', async () => {
  const before = await recorded();
  (await patch({ sites: 3 }, 'pro', service.adminRead)).refused(403, 'missing scope: admin:write');
  (await patch({ sites: 3 }, 'pro', 'x')).refused(401, 'invalid token');
  (await patch(defaults)).done();
  expect(await recorded()).toEqual(before);
  (await patch({ ...defaults, sites: 30, fair_use_events: 5 })).done();
  expect(await plan()).toEqual({
    slug: 'pro',
    ...defaults,
    sites: 30,
    fair_use_events: 5,
    keys_per_site: 2,
    api: true,
  });
  const [newest, ...older] = await recorded();
  expect(older).toEqual(before);
  expect(newest).toMatchObject({
    actor_kind: 'operator',
    actor: 'writer',
    account_id: null,
    site_id: null,
    detail: {
      plan: 'pro',
      sites: { from: 25, to: 30 },
      fair_use_events: { from: 2_000_000, to: 5 },
    },
  });
  expect(Object.keys(newest?.detail ?? {})).not.toContain('retention_days');
});

test('R§2.5 R§4.1 a lower site limit pauses no site and binds the next create and activation; a higher one gives room at once', async () => {
  const account = await service.makeAccount();
  const sites = [await service.makeSite(account), await service.makeSite(account), await service.makeSite(account)];
  (await patch({ sites: 2 })).done();
  expect((await account.call('GET', '/me')).as(200, accountShape)).toMatchObject({
    limits: { sites: 2 },
    usage: { sites_active: 3, sites_paused: 0 },
  });
  (await register(account)).refused(409, 'plan site limit reached');
  await service.db.work.query(`UPDATE site SET status = 'paused' WHERE id = $1`, [sites[0]?.id]);
  (await account.call('POST', `/sites/${sites[0]?.id}/activate`)).refused(409, 'plan site limit reached');
  (await patch({ sites: 4 })).done();
  (await account.call('POST', `/sites/${sites[0]?.id}/activate`)).done();
  expect((await register(account)).status).toBe(201);
  (await register(account)).refused(409, 'plan site limit reached');
});

test('R§9.2 R§4.2 a changed retention applies to every site of the plan at once; only a shorter one keeps the former value', async () => {
  const account = await service.makeAccount();
  const other = await service.makeAccount({ plan: 'starter' });
  const site = await service.makeSite(account);
  await service.makeSite(account);
  await service.makeSite(other);
  await service.ingest(site, [makeEvent({ occurred_at: new Date(Date.now() - 50 * dayMs).toISOString() })]);
  const keptUntil = async (): Promise<string | null> =>
    (await service.admin('GET', `/accounts/${account.id}/summary`)).as(200, accountSummaryShape).kept.kept_until;
  const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

  (await patch({ retention_days: 30 })).done();
  expect(await retentionOf(account)).toEqual([30, 30]);
  expect(await cutsOf(account)).toEqual([90, 90]);
  // The grace is 14 days; the day may end during the test.
  const first = inDays(14);
  const until = await keptUntil();
  expect([first, inDays(14)]).toContain(until);
  expect((await site.call('GET', '/events')).body).toMatchObject({ events: [{ site_id: site.id }] });

  (await patch({ retention_days: 400 })).done();
  expect(await retentionOf(account)).toEqual([400, 400]);
  expect(await cutsOf(account)).toEqual([90, 90]);
  const longer = inDays(350);
  expect([longer, inDays(350)]).toContain(await keptUntil());
  expect([await retentionOf(other), await cutsOf(other)]).toEqual([[30], []]);
});

inAllRun(() => {
  test('R§4.3 no limit of its plan binds a reseller, whatever its value', async () => {
    const account = await service.makeAccount({ reseller: true });
    const site = await service.makeSite(account);
    await service.ingest(site, [makeEvent({ occurred_at: new Date(Date.now() - 800 * dayMs).toISOString() })]);
    (await patch({ sites: 0, retention_days: 1, fair_use_events: 0 })).done();
    expect((await register(account)).status).toBe(201);
    expect((await account.call('GET', '/me')).as(200, accountShape)).toMatchObject({
      limits: { sites: -1, retention_days: -1, keys_per_site: -1 },
      usage: { sites_active: 2, sites_paused: 0 },
    });
    expect(
      (await service.admin('GET', `/accounts/${account.id}/summary`)).as(200, accountSummaryShape).kept,
    ).toMatchObject({ events: 1, kept_until: null });
  });

  test('twenty concurrent changes leave the values of one, and the sites follow it', async () => {
    const account = await service.makeAccount();
    await service.makeSite(account);
    const before = (await recorded()).length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => patch({ retention_days: 100 + n, sites: 200 + n })),
    );
    for (const answer of answers) answer.done();
    const now = await plan();
    expect(now?.sites).toBe((now?.retention_days ?? 0) + 100);
    expect(await retentionOf(account)).toEqual([now?.retention_days]);
    const all = await recorded();
    // More than 20 if a change was committed, answered with 503 under load, and repeated.
    const chain = all
      .slice(0, all.length - before)
      .map(({ detail }) => detail?.['sites'] as { from: number; to: number }); // as plan.set records it
    expect(chain[0]?.to).toBe(now?.sites);
    for (const [at, { from }] of chain.entries()) expect(from).toBe(chain[at + 1]?.to ?? defaults.sites);
  });
});
