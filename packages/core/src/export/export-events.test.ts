import { accountExportQuery, DomainError, siteExportQuery } from '@goal/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { newEvent, openWorld, storeAll, type EventWorld } from '../../test/event-world.ts';
import type { SiteCredential } from '../credential/credential.ts';
import type { Caller } from '../ground/caller.ts';
import { exportAccountEvents, exportSiteEvents } from './export-events.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('R§2.5 an export whose key was revoked while it waited for its first page sends nothing', async () => {
  const core = coreOf(world);
  const { account: rowId, sites } = await world.account();
  const [site = expect.fail()] = sites;
  await storeAll(world, { account: rowId, site }, [newEvent()]);
  const { id } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId } });
  const caller: Caller = { actor: { kind: 'account_key', name: 'test' }, account: { rowId, id } };
  // The verb reads no more of it.
  const key = { account: caller.account, site: { rowId: site, id }, prefix: 'test' } as unknown as SiteCredential;
  const revoked = (): Promise<never> => Promise.reject(new DomainError('invalid_token'));
  for (const made of [
    await exportAccountEvents(core, caller, accountExportQuery.parse({}), revoked),
    await exportSiteEvents(core, key, siteExportQuery.parse({}), revoked),
  ])
    await expect(made.start()).rejects.toMatchObject({ code: 'invalid_token' });
  expect(core.events.exports.size).toBe(0);
});
