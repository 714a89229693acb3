import { afterAll, beforeAll, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { changePlan } from '../account/change-plan.ts';
import { createAccount } from '../account/create-account.ts';
import { findAccount } from '../account/find-account.ts';
import type { Core } from '../core.ts';
import { recordAction } from '../ground/record-action.ts';
import { createSite } from '../site/create-site.ts';
import { getLog } from '../signed-log/read/get-log.ts';
import { getMemberLog, recordCopy } from './member-log.ts';

const operator = { kind: 'operator', name: 'the night desk' } as const;

let world: EventWorld;
let core: Core;
beforeAll(async () => {
  world = await openWorld();
  core = coreOf(world);
});
afterAll(() => world.close());

test('R§16.13 a member sees the log, the newest copy that left whole, and the acts that changed a rule, without the name of an operator', async () => {
  const { id } = await createAccount(core, operator, { email: 'owner@example.com', plan: 'agency' });
  const caller = await findAccount(core, operator, id);
  const domain = 'shop.example.com';
  await createSite(core, caller, { domain, site_url: 'https://example.com', group_id: undefined });
  expect(await getMemberLog(core, caller)).toEqual({ ...(await getLog(core, caller.account)), copied: null, acts: [] });

  await changePlan(core, caller, 'pro');
  const member = { ...caller, actor: { kind: 'member', name: 'jo@example.com' } as const };
  await recordCopy(core, member);
  const bundle = (complete: boolean): Promise<void> =>
    core.db.prisma.$transaction((tx) =>
      recordAction(tx, member.actor, { action: 'log.bundle', accountId: id, detail: { leaves: 1, complete } }),
    );
  await bundle(false);
  const { copied, acts } = await getMemberLog(core, caller);
  expect(copied).toMatchObject({ who: 'jo@example.com', what: 'checkpoint' });
  expect(acts).toMatchObject([{ action: 'account.plan', who_kind: 'provider' }]);
  expect(JSON.stringify(acts)).not.toContain(operator.name);
  await bundle(true);
  expect((await getMemberLog(core, caller)).copied).toMatchObject({ what: 'bundle' });
});
