import { randomUUID } from 'node:crypto';

import { activatedSitesShape, actionShape, planPreviewShape, accountSummaryShape } from '@goal/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { makeEvent, sharedService, type Account, type Answer, type Site } from './harness.ts';

const service = await sharedService();

const post = ({ id }: { id: string }, body: unknown, token = service.adminWrite): Promise<Answer> =>
  service.admin('POST', `/accounts/${id}/sites/activate`, { body, token });
const activated = async (account: { id: string }, body: unknown) =>
  (await post(account, body)).as(200, activatedSitesShape);
/** Returns the sites with that status, newest first. */
const idsOf = async (account: { id: string }, status: string): Promise<string[]> =>
  (await service.viewOf(account)).sites.filter((site) => site.status === status).map(({ id }) => id);
/** Makes an account on the starter plan with one active site and paused ones, oldest first. */
async function downgraded(paused: number): Promise<{ account: Account; sites: Site[] }> {
  const account = await service.makeAccount({ plan: 'agency' });
  const sites: Site[] = [];
  for (let n = 0; n <= paused; n += 1) sites.push(await service.makeSite(account));
  await service.pauseAllButOldest(account, 'starter');
  return { account, sites };
}

describe('R§8 POST /admin/accounts/{id}/sites/activate', () => {
  test('R§8.b8 R§4.1: the newest paused sites of those named become active, as many as fit, and take events again', async () => {
    const { account, sites } = await downgraded(6);
    const [oldest, ...paused] = sites;
    const ids = sites.map(({ id }) => id);
    const newest = paused
      .slice(2)
      .map(({ id }) => id)
      .toReversed();
    expect(await activated(account, { ids })).toEqual({ activated: newest, left: 2 });
    expect(await idsOf(account, 'active')).toEqual([...newest, oldest?.id]);
    expect(await activated(account, { ids })).toEqual({ activated: [], left: 2 });
    expect(await activated(account, { ids: [oldest?.id] })).toEqual({ activated: [], left: 0 });
    for (const site of paused.slice(2)) await service.ingest(site, [makeEvent()]);
    (await paused[0]?.call('POST', '/events', { body: makeEvent() }))?.refused(403, 'site paused');
  });

  test('R§8.b8: the sites of the last downgrade become active, as many as the plan has room for; summary and preview say how many', async () => {
    const { account, sites } = await downgraded(6);
    const paused = sites
      .slice(1)
      .map(({ id }) => id)
      .toReversed();
    const read = (path: string) =>
      service.admin('GET', `/accounts/${account.id}/${path}`, { token: service.adminRead });
    const known = async () => (await read('summary')).as(200, accountSummaryShape).last_downgrade;
    const preview = async (plan: string) =>
      (await read(`plan/preview?plan=${plan}`)).as(200, planPreviewShape).last_downgrade;
    expect(await known()).toMatchObject({ sites_paused: 6, sites_that_fit: 4 });
    expect(await preview('pro')).toMatchObject({ sites_paused: 6, sites_that_fit: 6 });
    expect(await activated(account, { paused_by: 'last_downgrade' })).toEqual({
      activated: paused.slice(0, 4),
      left: 2,
    });
    expect(await activated(account, { paused_by: 'last_downgrade', ids: null })).toEqual({ activated: [], left: 2 });
    await service.setPlan(account, 'pro');
    expect(await activated(account, { paused_by: 'last_downgrade' })).toEqual({ activated: paused.slice(4), left: 0 });
    expect(await known()).toBeNull();
    const never = await service.makeAccount();
    expect(await activated(never, { paused_by: 'last_downgrade' })).toEqual({ activated: [], left: 0 });
  });

  test('R§8.b5 each activation is recorded per site by the token’s name; refusals and no-ops are not', async () => {
    const { account, sites } = await downgraded(2);
    const recorded = async () =>
      (await service.admin('GET', '/actions', { query: { account_id: account.id, limit: 200 } }))
        .as(200, z.object({ actions: z.array(actionShape), next_cursor: z.string() }))
        .actions.filter(({ action }) => action === 'site.activate');
    const [oldest, first, second] = sites.map(({ id }) => id);
    (await post(account, { ids: [first, randomUUID()] })).refused(404, 'not found');
    await activated(account, { ids: [oldest] });
    expect(await recorded()).toEqual([]);
    await activated(account, { ids: [first, second, oldest] });
    const rows = await recorded();
    for (const row of rows)
      expect(row).toMatchObject({ actor_kind: 'operator', actor: 'writer', account_id: account.id, detail: null });
    expect(rows.map((row) => String(row.site_id)).toSorted()).toEqual([first ?? '', second ?? ''].toSorted());
  });

  test('R§2.3 R§2.4 R§5.2: fields are judged in their order, type before value, then the choice between them, and the ids last', async () => {
    const { account, sites } = await downgraded(1);
    const id = sites[1]?.id;
    const many = (count: number) => Array.from({ length: count }, () => randomUUID());
    for (const [body, sentence] of [
      [undefined, 'ids or paused_by required'],
      [{}, 'ids or paused_by required'],
      [{ ids: null, paused_by: null }, 'ids or paused_by required'],
      [{ ids: id }, 'ids must be an array'],
      [{ ids: { 0: id }, paused_by: 5 }, 'ids must be an array'],
      [{ ids: [] }, 'ids must hold 1 to 200 ids'],
      [{ ids: many(201) }, 'ids must hold 1 to 200 ids'],
      [{ ids: Array.from({ length: 201 }, () => id), paused_by: 'x' }, 'ids must hold 1 to 200 ids'],
      [{ paused_by: true }, 'paused_by must be a string'],
      [{ ids: many(1), paused_by: 5 }, 'paused_by must be a string'],
      [{ paused_by: 'downgrade' }, 'invalid paused_by'],
      [{ paused_by: '' }, 'invalid paused_by'],
      [{ ids: many(1), paused_by: 'LAST_DOWNGRADE' }, 'invalid paused_by'],
      [{ ids: many(1), paused_by: 'last_downgrade' }, 'ids and paused_by exclude each other'],
    ] as const)
      (await post(account, body)).refused(400, sentence);
    (await post(account, { ids: many(200) })).refused(404, 'not found');
    expect(await idsOf(account, 'paused')).toEqual([id]);
  });

  test('R§8.b8 I§7 404 not found #1: foreign, unknown and malformed ids give byte-equal answers before a revoked site’s 409, and nothing changes', async () => {
    const { account, sites } = await downgraded(3);
    const stranger = await downgraded(1);
    const [, first, second, revoked] = sites.map(({ id }) => id);
    await service.revokeSite({ id: revoked ?? '' });
    for (const id of [stranger.sites[1]?.id, stranger.sites[0]?.id, randomUUID(), 'x', '', 7, null, [first], {}]) {
      const answer = await post(account, { ids: [first, revoked, id] });
      answer.refused(404, 'not found');
      expect(answer.text).toBe('{"error":"not found"}');
    }
    (await post(account, { ids: [first, second, revoked] })).refused(
      409,
      'site cannot be reactivated — contact support',
    );
    expect(await idsOf(account, 'paused')).toEqual([second, first]);
    expect(await idsOf(stranger.account, 'paused')).toEqual([stranger.sites[1]?.id]);
    // The same id in another case counts once.
    expect(await activated(account, { ids: [first, first?.toUpperCase()] })).toEqual({ activated: [first], left: 0 });
  });

  test('I§5.R8: a read-only token activates nothing', async () => {
    const { account, sites } = await downgraded(1);
    for (const body of [{ ids: [sites[1]?.id] }, { paused_by: 'last_downgrade' }])
      (await post(account, body, service.adminRead)).refused(403, 'missing scope: admin:write');
    expect(await idsOf(account, 'paused')).toEqual([sites[1]?.id]);
  });
});
