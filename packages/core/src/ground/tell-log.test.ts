import { afterAll, beforeAll, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { newEvent, openWorld, storeAll, type EventWorld } from '../../test/event-world.ts';
import { changePlan } from '../account/change-plan.ts';
import { createAccount } from '../account/create-account.ts';
import { deleteAccount } from '../account/delete-account.ts';
import { findAccount } from '../account/find-account.ts';
import { setReseller } from '../account/set-reseller.ts';
import type { Core } from '../core.ts';
import { createHold, endHold } from '../legal-hold/holds.ts';
import { alignRetention } from '../plan/set-plan-limits.ts';
import { purgeOverdue } from '../retention/purge-overdue.ts';
import { createSite } from '../site/create-site.ts';
import { deleteSite } from '../site/delete-site.ts';
import { deleteSites } from '../site/delete-sites.ts';
import type { Caller } from './caller.ts';
import { changeAccount } from './change-account.ts';
import type { OutboxNote } from './tell-log.ts';

const actor = { kind: 'operator', name: 'test' } as const;
const dayMs = 86_400_000;

let world: EventWorld;
let core: Core;
beforeAll(async () => {
  world = await openWorld();
  core = coreOf(world);
});
afterAll(() => world.close());

let made = 0;
async function ownAccount(plan = 'agency'): Promise<Caller> {
  made += 1;
  const { id } = await createAccount(core, actor, { email: `owner${made}@example.com`, plan });
  return findAccount(core, actor, id);
}

type Made = { rowId: number; id: string };

async function ownSite(caller: Caller): Promise<Made> {
  made += 1;
  const input = { domain: `shop${made}.example.com`, site_url: 'https://example.com' };
  const { site_id: id } = await createSite(core, caller, input);
  return world.db.prisma.site.findFirstOrThrow({ where: { id }, select: { rowId: true, id: true } });
}

/** Takes out what the acts so far told, in its order. */
async function told({ account: { rowId } }: Caller): Promise<OutboxNote[]> {
  const { rows } = await world.db.work.query<{ note: OutboxNote }>(
    'with o as (delete from log_outbox where account = $1 returning *) select note from o order by at, place',
    [rowId],
  );
  return rows.map(({ note }) => note);
}

/** Stores events of 400 days ago, and deletes them by a pass of retention. */
async function purge({ account: { rowId: account } }: Caller, { rowId: site }: Made, events: number): Promise<void> {
  const old = Date.now() - 400 * dayMs;
  await storeAll(
    world,
    { account, site },
    Array.from({ length: events }, (_, at) => newEvent({ occurredAt: old + at })),
  );
  expect(await purgeOverdue(core, { share: 1 })).toMatchObject({ events });
}

test('an account that is created begins its log, and each site says for how long its events are kept', async () => {
  const caller = await ownAccount();
  const site = await ownSite(caller);
  expect(await told(caller)).toEqual([
    { kind: 'log.begin', by: 'operator' },
    { kind: 'site.begin', site: site.rowId, site_id: site.id, retention_days: 365, by: 'operator' },
  ]);
  await setReseller(core, caller, true);
  const kept = await ownSite(caller);
  expect(await told(caller)).toEqual([
    { kind: 'site.retention', sites: null, retention_days: -1, by: 'operator' },
    { kind: 'site.begin', site: kept.rowId, site_id: kept.id, retention_days: -1, by: 'operator' },
  ]);
  // A reseller's sites stay as they are, whatever the plan says.
  await changePlan(core, caller, 'free');
  expect(await told(caller)).toEqual([]);
  await setReseller(core, caller, false);
  expect(await told(caller)).toEqual([{ kind: 'site.retention', sites: null, retention_days: 7, by: 'operator' }]);
});

test('what retention deletes is one row a site, and every change of the rule tells it first, under the rule of before', async () => {
  const caller = await ownAccount();
  const [first, second] = [await ownSite(caller), await ownSite(caller)];
  await told(caller);
  const began = Date.now();
  await purge(caller, first, 3);
  await purge(caller, first, 2);
  await purge(caller, second, 1);
  expect(await told(caller)).toEqual([]);
  await changePlan(core, caller, 'pro');
  const [note, retention, ...others] = await told(caller);
  expect([retention, others]).toEqual([
    { kind: 'site.retention', sites: null, retention_days: 90, by: 'operator' },
    [],
  ]);
  if (note?.kind !== 'purge') throw new Error('what was purged is not the first note');
  expect(note.sites.map(({ site, events, unsealed }) => [site, events, unsealed])).toEqual([
    [first.rowId, 5, false],
    [second.rowId, 1, false],
  ]);
  for (const { before, until } of note.sites) {
    expect(until).toBeGreaterThanOrEqual(began);
    expect(until).toBeLessThanOrEqual(Date.now());
    expect(before).toBe(until - 365 * dayMs);
  }
});

test('the flag, a changed plan, a deletion and a hold tell what was purged before them', async () => {
  const caller = await ownAccount();
  const sites = [await ownSite(caller), await ownSite(caller), await ownSite(caller)];
  const [first, second, third] = [sites[0] ?? expect.fail(), sites[1] ?? expect.fail(), sites[2] ?? expect.fail()];
  await told(caller);
  const kinds = async (): Promise<string[]> => (await told(caller)).map(({ kind }) => kind);
  await purge(caller, first, 1);
  await setReseller(core, caller, true);
  expect(await kinds()).toEqual(['purge', 'site.retention']);
  await setReseller(core, caller, false);
  await told(caller);
  // After the grace of the flag that was taken off.
  await world.db.work.query('delete from retention_cut');
  await purge(caller, first, 1);
  await world.db.work.query('update plan set retention_days = 300 where slug = $1', ['agency']);
  expect(await alignRetention(core)).toBe(3);
  const [purged, changed] = await told(caller);
  expect([purged?.kind, changed]).toEqual([
    'purge',
    {
      kind: 'site.retention',
      sites: [first.rowId, second.rowId, third.rowId],
      retention_days: 300,
      by: 'worker',
    },
  ]);
  await world.db.work.query('delete from retention_cut');
  for (const site of sites) await purge(caller, site, 1);
  const { id: hold } = await createHold(core, caller, { reason: 'case', site_id: first.id });
  expect(await told(caller)).toMatchObject([
    { kind: 'purge', sites: [{ site: first.rowId }] },
    { kind: 'hold.begin', hold, site: first.rowId, site_id: first.id, by: 'operator' },
  ]);
  await endHold(core, caller, hold);
  expect(await told(caller)).toEqual([
    { kind: 'hold.end', hold, site: first.rowId, site_id: first.id, by: 'operator' },
  ]);
  await deleteSite(core, caller, second.id);
  expect(await told(caller)).toMatchObject([
    { kind: 'purge', sites: [{ site: second.rowId, events: 1 }] },
    { kind: 'site.delete', sites: [second.rowId], by: 'operator' },
  ]);
  await deleteSites(core, caller, { ids: [third.id], typed: 'delete 1 site' });
  expect(await kinds()).toEqual(['purge', 'site.delete']);
});

test('a change that fails tells nothing', async () => {
  const caller = await ownAccount();
  await told(caller);
  const failing = changeAccount(core, caller, async ({ tellLog }) => {
    await tellLog({ kind: 'hold.end', hold: 'h', site: null });
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  expect(await told(caller)).toEqual([]);
});

test('a deleted site has lost its salts when its deletion has committed, and a deleted account soon after', async () => {
  const caller = await ownAccount();
  const [first, second] = [await ownSite(caller), await ownSite(caller)];
  const salts = async (): Promise<number[]> => {
    const { rows } = await world.db.work.query<{ site: number }>(
      'select site from log_salt where account = $1 order by site',
      [caller.account.rowId],
    );
    return rows.map(({ site }) => site);
  };
  for (const { rowId } of [first, second])
    await world.db.work.query(`insert into log_salt (account, site, day, key) values ($1, $2, '2026-01-01', '\\x00')`, [
      caller.account.rowId,
      rowId,
    ]);
  await deleteSite(core, caller, first.id);
  expect(await salts()).toEqual([second.rowId]);
  await told(caller);
  await deleteAccount(core, caller);
  expect(await told(caller)).toEqual([{ kind: 'log.delete', by: 'operator' }]);
});
