import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { openWorld, type EventWorld } from '../../test/event-world.ts';
import type { Caller } from '../ground/caller.ts';
import { createGroup } from '../group/change-group.ts';
import { listAccountSites } from './list-account-sites.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function ownerOf(sites: number): Promise<{ caller: Caller; sites: number[] }> {
  const made = await world.account(sites);
  const { rows } = await world.db.work.query<{ id: string }>('SELECT id FROM account WHERE no = $1', [made.account]);
  const account = { rowId: made.account, id: rows[0]?.id ?? '' };
  return { caller: { actor: { kind: 'cli', name: 'test' }, account }, sites: made.sites };
}

it('the sites of one group are listed, page by page and with the other filters; a group of another account is none', async () => {
  const core = coreOf(world, { retentionGraceDays: 0 });
  const { caller, sites } = await ownerOf(6);
  const stranger = await ownerOf(1);
  const group = await createGroup(core, caller, { name: 'North' });
  const foreign = await createGroup(core, stranger.caller, { name: 'North' });
  const inGroup = [sites[1], sites[2], sites[4]];
  await world.db.work.query(
    `UPDATE site SET group_no = (SELECT no FROM site_group WHERE id = $1), status = CASE no WHEN $3 THEN 'paused' ELSE status END WHERE no = ANY($2)`,
    [group.id, inGroup, sites[4]],
  );
  const list = (groupId: string, more = {}, page: Parameters<typeof listAccountSites>[3] = { limit: 50 }) =>
    listAccountSites(core, caller, { groupId, ...more }, page);
  const all = await listAccountSites(core, caller, {}, { limit: 50 });
  const ids = all.sites.filter((site) => site.group_id === group.id).map(({ id }) => id);
  expect(ids).toHaveLength(3);
  expect((await list(group.id)).sites.map(({ id }) => id)).toEqual(ids);
  const first = await list(group.id.toUpperCase(), {}, { limit: 2 });
  const second = await list(group.id, {}, { limit: 2, after: first.next });
  expect([...first.sites, ...second.sites].map(({ id }) => id)).toEqual(ids);
  expect(second.next).toBeUndefined();
  expect((await list(group.id, { status: ['paused'] })).sites).toHaveLength(1);
  for (const id of [foreign.id, randomUUID(), 'north', ''])
    await expect(list(id), id).rejects.toMatchObject({ code: 'not_found' });
});
