import type { ActorKind } from '@goal/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { planWith } from '../../test/plan-of.ts';
import { actionsStatement, type ActionFilter } from './list-actions.ts';

let world: EventWorld;
const account = '00000000-0000-4000-8000-000000000001';
beforeAll(async () => {
  world = await openWorld();
  // Kinds, actors and acts that are common each, and never come together.
  await world.db.work.query(
    `INSERT INTO action (occurred_at, actor_kind, actor, action, account_id)
     SELECT now() - n * interval '1 second', CASE n % 2 WHEN 0 THEN 'operator' ELSE 'account_key' END, CASE n % 2 WHEN 0 THEN 'desk' ELSE 'k3v9x2ab' END,
       CASE n % 2 WHEN 0 THEN 'account.plan' ELSE 'site.create' END, CASE WHEN n % 400 = 0 THEN $1::uuid END FROM generate_series(1, 20000) n`,
    [account],
  );
  await world.db.work.query('ANALYZE action');
});
afterAll(() => world.close());

const operator: ActorKind[] = ['operator'];
it.each<[ActionFilter, string]>([
  [{}, 'action_occurred_at_id_idx'],
  [{ from: Date.now() - 3_600_000, to: Date.now() }, 'action_occurred_at_id_idx'],
  [{ actorKinds: operator }, 'action_actor_kind_occurred_at_id_idx'],
  [{ actorKinds: ['cli', 'stripe'] }, 'action_actor_kind_occurred_at_id_idx'],
  [{ actor: 'desk' }, 'action_actor_kind_actor_occurred_at_id_idx'],
  [{ actor: 'desk', actorKinds: operator }, 'action_actor_kind_actor_occurred_at_id_idx'],
  [{ action: 'site.create' }, 'action_actor_kind_action_occurred_at_id_idx'],
  [{ action: 'site.create', actorKinds: operator }, 'action_actor_kind_action_occurred_at_id_idx'],
  [{ action: 'site.create', actor: 'desk' }, 'action_actor_kind_actor_action_occurred_at_id_idx'],
  [
    { action: 'account.plan', actor: 'desk', to: Date.now() - 9_000_000 },
    'action_actor_kind_actor_action_occurred_at_id_idx',
  ],
  [{ accountId: account }, 'action_account_id_occurred_at_id_idx'],
])(
  '%j is read by one index that holds all of it, in order, and never by more rows than the page',
  async (filter, index) => {
    for (const after of [undefined, { time: Date.now() - 5_000_000, id: 10_000 }]) {
      const statement = actionsStatement(filter, { limit: 50, after });
      const scans = (await planWith(world.db, statement)).filter((node) => node['Relation Name'] === 'action');
      expect(scans).toMatchObject([{ 'Node Type': 'Index Scan', 'Index Name': index }]);
      // Nothing is left to be sorted out row by row, so what is read is what is shown.
      expect(scans[0]).not.toHaveProperty('Filter');
    }
  },
);
