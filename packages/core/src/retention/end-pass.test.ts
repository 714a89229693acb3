import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { purgeOverdue } from './purge-overdue.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const dayMs = 86_400_000;

test('shortenings of long ago are forgotten at the end of a pass, those that may still count are not', async () => {
  const [site] = (await world.account()).sites;
  const now = Date.now();
  const ago = (days: number): Date => new Date(now - days * dayMs);
  for (const days of [500, 401, 365, 1])
    await world.db.work.query('insert into retention_cut (site_no, at, former_days) values ($1, $2, 30)', [
      site,
      ago(days),
    ]);
  await purgeOverdue({ db: world.db, settings: { retentionGraceDays: 14 } }, { now: new Date(now) });
  const { rows } = await world.db.work.query('select at from retention_cut where site_no = $1 order by at', [site]);
  expect(rows).toEqual([{ at: ago(365) }, { at: ago(1) }]);
});
