import { randomUUID } from 'node:crypto';

import { limits } from '@goal/contract';
import { inAllRun } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { openWorld, type EventWorld } from '../../test/event-world.ts';
import type { Caller } from '../ground/caller.ts';
import { changePlan } from '../account/change-plan.ts';
import { previewPlan } from '../account/preview-plan.ts';
import { setReseller } from '../account/set-reseller.ts';
import type { Core } from '../core.ts';
import { summarizeAccount } from '../stats/summarize-account.ts';
import { activateSite } from './activate-site.ts';
import { activateSites } from './activate-sites.ts';
import { deleteSite } from './delete-site.ts';
import { restoreSite, revokeSite } from './revoke-site.ts';

let world: EventWorld;
let core: Core;
beforeAll(async () => {
  world = await openWorld();
  core = coreOf(world);
});
afterAll(() => world.close());

const lastDowngrade = { paused_by: 'last_downgrade' } as const;
type Owner = { caller: Caller; /** Oldest first. */ ids: string[] };

/** Makes an account on the agency plan with active sites, each with its own creation time. */
async function makeAccount(sites: number): Promise<Owner> {
  const { account } = await world.account(sites);
  await world.db.work.query(
    `update site set created_at = timestamptz '2026-01-01' + no * interval '1 second' where account_no = $1`,
    [account],
  );
  const { rows } = await world.db.work.query<{ id: string; account_id: string }>(
    'select s.id, a.id as account_id from site s join account a on a.no = s.account_no where a.no = $1 order by s.no',
    [account],
  );
  const id = rows[0]?.account_id ?? '';
  return {
    caller: { actor: { kind: 'operator', name: 'ann' }, account: { rowId: account, id } },
    ids: rows.map((row) => row.id),
  };
}

/** The ids of the sites with a status, oldest first. */
async function idsOf({ caller }: Owner, status: string): Promise<string[]> {
  const { rows } = await world.db.work.query<{ id: string }>(
    'select id from site where account_no = $1 and status = $2 order by created_at',
    [caller.account.rowId, status],
  );
  return rows.map(({ id }) => id);
}

async function recordedOn({ caller }: Owner): Promise<string[]> {
  const { rows } = await world.db.work.query<{ site_id: string }>(
    `select site_id from action where account_id = $1 and action = 'site.activate' and actor = 'ann'`,
    [caller.account.id],
  );
  return rows.map(({ site_id }) => site_id);
}

const plan = (owner: Owner, slug: string): Promise<void> => changePlan(core, owner.caller, slug);
const undo = (owner: Owner) => activateSites(core, owner.caller, lastDowngrade);
const at = (ids: readonly string[], index: number): string => ids.at(index) ?? '';

describe('R§8 POST /admin/accounts/{id}/sites/activate', () => {
  it('R§3.8 R§4.1: twenty operators at once leave exactly as many sites active as the plan allows, and activate none twice', async () => {
    const owner = await makeAccount(40);
    await plan(owner, 'free');
    await plan(owner, 'pro');
    const paused = owner.ids.slice(1);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n): Promise<string[]> => {
        if (n % 5 === 0) return (await undo(owner)).activated;
        // Two sites each; two operators want each site.
        const ids = [at(paused, n), at(paused, n + 1)];
        return (await activateSites(core, owner.caller, { ids })).activated;
      }),
    );
    const activated = answers.flat();
    expect(activated).toHaveLength(24);
    expect(new Set(activated).size).toBe(24);
    expect(await idsOf(owner, 'active')).toHaveLength(25);
    expect((await recordedOn(owner)).toSorted()).toEqual(activated.toSorted());
    const last = await activateSites(core, owner.caller, { ids: paused });
    expect(last).toEqual({ activated: [], left: 15 });
  });

  inAllRun(() => {
    it('R§8.b8: the last downgrade is the newest change of plan that paused sites, without the sites that were activated, restored or deleted since', async () => {
      const owner = await makeAccount(30);
      await plan(owner, 'pro');
      const older = owner.ids.slice(25);
      await plan(owner, 'starter');
      const newer = owner.ids.slice(5, 25);
      // Neither change pauses a site, so the last downgrade stays the same.
      await plan(owner, 'pro');
      await plan(owner, 'agency');
      expect((await idsOf(owner, 'paused')).toSorted()).toEqual([...newer, ...older].toSorted());

      const [activated, revoked, restored, deleted, ...still] = newer;
      await activateSite(core, owner.caller, activated ?? '');
      for (const id of [revoked, restored]) await revokeSite(core, owner.caller, id ?? '');
      await restoreSite(core, owner.caller, restored ?? '');
      await deleteSite(core, owner.caller, deleted ?? '');
      // Activated, revoked and restored: these sites are paused, but not by the downgrade.
      await revokeSite(core, owner.caller, activated ?? '');
      await restoreSite(core, owner.caller, activated ?? '');
      expect(await undo(owner)).toEqual({ activated: still.toReversed(), left: 0 });
      expect((await idsOf(owner, 'paused')).toSorted()).toEqual([activated ?? '', restored ?? '', ...older].toSorted());
      expect(await undo(owner)).toEqual({ activated: [], left: 0 });
    });
  });

  it('R§8.b8: the newest sites are activated first, as many as the plan has room for; a reseller has room for all', async () => {
    const owner = await makeAccount(40);
    await plan(owner, 'free');
    await plan(owner, 'starter');
    expect(await undo(owner)).toEqual({ activated: owner.ids.slice(36).toReversed(), left: 35 });
    expect(await undo(owner)).toEqual({ activated: [], left: 35 });
    expect(await activateSites(core, owner.caller, { ids: owner.ids.slice(0, 3) })).toEqual({ activated: [], left: 2 });
    await setReseller(core, owner.caller, true);
    expect(await undo(owner)).toEqual({ activated: owner.ids.slice(1, 36).toReversed(), left: 0 });
    expect((await recordedOn(owner)).toSorted()).toEqual(owner.ids.slice(1).toSorted());
  });

  inAllRun(() => {
    it('R§8.b8: summary and preview say how many sites the last downgrade paused and how many fit, and the activation agrees', async () => {
      const owner = await makeAccount(40);
      const known = async () => (await summarizeAccount(core, owner.caller)).last_downgrade;
      const seen = async (slug: string) => (await previewPlan(core, owner.caller, slug)).last_downgrade;
      expect([await known(), await seen('agency'), await seen('free')]).toEqual([null, null, null]);
      await plan(owner, 'starter');
      expect(await known()).toMatchObject({ sites_paused: 35, sites_that_fit: 0 });
      expect(await seen('pro')).toMatchObject({ sites_paused: 35, sites_that_fit: 20 });
      expect(await seen('agency')).toMatchObject({ sites_paused: 35, sites_that_fit: 35 });
      // This plan would itself pause sites and so become the last downgrade.
      expect(await seen('free')).toBeNull();
      await plan(owner, 'pro');
      const before = await known();
      expect(before).toEqual({ at: expect.any(String) as string, sites_paused: 35, sites_that_fit: 20 });
      expect((await undo(owner)).activated).toHaveLength(20);
      expect(await known()).toEqual({ ...before, sites_paused: 15, sites_that_fit: 0 });
      await setReseller(core, owner.caller, true);
      expect(await known()).toMatchObject({ sites_paused: 15, sites_that_fit: 15 });
      await undo(owner);
      expect([await known(), await seen('agency')]).toEqual([null, null]);
    });
  });

  it('R§8.b8 I§4.R8: a single unknown, foreign or malformed id, or a revoked site, and nothing is changed', async () => {
    const owner = await makeAccount(4);
    const stranger = await makeAccount(2);
    for (const one of [owner, stranger]) {
      await plan(one, 'free');
      await plan(one, 'agency');
    }
    const [, first = '', second = '', third = ''] = owner.ids;
    await revokeSite(core, owner.caller, third);
    for (const id of [randomUUID(), at(stranger.ids, 1), at(stranger.ids, 0), 'x', '', 5, null, {}])
      await expect(
        activateSites(core, owner.caller, { ids: [first, third, id] }),
        JSON.stringify(id),
      ).rejects.toMatchObject({
        code: 'not_found',
      });
    await expect(activateSites(core, owner.caller, { ids: [first, third] })).rejects.toMatchObject({
      code: 'site_not_reactivable',
    });
    expect(await idsOf(owner, 'active')).toEqual(owner.ids.slice(0, 1));
    expect(await idsOf(stranger, 'active')).toEqual(stranger.ids.slice(0, 1));
    expect(await recordedOn(owner)).toEqual([]);
    // A site that is already active does not count; a site that is named twice counts once.
    const ids = [at(owner.ids, 0), first, first.toUpperCase(), second];
    expect(await activateSites(core, owner.caller, { ids })).toEqual({ activated: [second, first], left: 0 });
  });

  inAllRun(() => {
    it('R§8.b8: one request activates a bounded number of sites, and the next one continues', async () => {
      const owner = await makeAccount(1);
      // In several statements, because one would exceed its timeout.
      for (let n = 0; n < 6; n += 1)
        await world.db.work.query(
          `insert into site (account_no, domain, domain_scope, site_url, retention_days, status, created_at, downgraded_at)
         select $1, 'many-' || n || '.example.com', 0, 'https://x/', 365, 'paused', timestamptz '2026-06-01' + n * interval '1 second', '2026-07-01'
         from generate_series($2::int * 1000, $2 * 1000 + 999) n`,
          [owner.caller.account.rowId, n],
        );
      await world.db.work.query(
        `update account set last_downgrade_at = '2026-07-01', is_reseller = true where no = $1`,
        [owner.caller.account.rowId],
      );
      const all = (await idsOf(owner, 'paused')).toReversed();
      const first = await undo(owner);
      expect(first).toEqual({ activated: all.slice(0, limits.activations), left: all.length - limits.activations });
      expect(await undo(owner)).toEqual({ activated: all.slice(limits.activations), left: 0 });
    });
  });
});
