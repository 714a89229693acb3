import { expect, test, vi } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { ownWorld } from '../../test/event-world.ts';
import { newToken } from '../credential/token.ts';
import { searchGroups } from '../group/list-groups.ts';
import { searchSites } from '../site/list-sites.ts';

test('R§9.5 R§3.1: a key that is pasted as q matches no site and no group, and reaches no statement', async () => {
  const world = await ownWorld();
  const core = coreOf(world);
  const { account } = await world.account();
  const { token } = newToken('group');
  await world.db.work.query('INSERT INTO site_group (account_no, name) VALUES ($1, $2)', [account, token]);
  await world.db.work.query('UPDATE site SET name = $2 WHERE account_no = $1', [account, token]);
  const asked = vi.spyOn(world.db.work, 'query');
  const caller = { account: { rowId: account, id: '' } };
  for (const q of [token, `Bearer ${token}`, token.toUpperCase()]) {
    expect(await searchGroups(core, caller, { q }, { limit: 200 })).toEqual({ groups: [], next: undefined });
    expect(await searchSites(core, caller, q, { limit: 200 })).toEqual({ sites: [], next: undefined });
  }
  expect(JSON.stringify(asked.mock.calls).toLowerCase()).not.toContain(token.slice(-32).toLowerCase());
  expect(asked.mock.calls).toHaveLength(6);
});
