import { expect, test } from 'vitest';

import { dayMs, ownRetentionWorld } from '../../test/retention-world.ts';
import { findOverdue } from '../retention/find-overdue.ts';
import { purgeOverdue } from '../retention/purge-overdue.ts';

const now = Date.now();

test('R§13.6 retention passes by what a hold covers, and waits for the grace after its end', async () => {
  const { db, core, newSite, setFigure, fill, occurredOf, expectTrueCounters } = await ownRetentionWorld();
  const hold = (account: number, site: number | null, endedAt: Date | null) =>
    db.work.query(
      `insert into legal_hold (account_no, site_no, site_id, reason, actor_kind, actor, ended_at)
       values ($1, $2, (select id from site where no = $2), 'case', 'operator', 'x', $3)`,
      [account, site, endedAt],
    );
  const makeSite = async () => {
    const place = await newSite();
    await setFigure(place, undefined, { from: 0, days: 7 });
    return { ...place, times: await fill(place, now - 20 * dayMs, 20) };
  };
  const ago = (days: number) => new Date(now - days * dayMs);
  const places = {
    free: await makeSite(),
    ofSite: await makeSite(),
    ofAccount: await makeSite(),
    inGrace: await makeSite(),
    over: await makeSite(),
  };
  await hold(places.ofSite.account, places.ofSite.site, null);
  await hold(places.ofAccount.account, null, null);
  await hold(places.inGrace.account, places.inGrace.site, ago(13));
  await hold(places.over.account, null, ago(15));
  // A hold of another account's site covers nothing here.
  await hold(places.free.account, places.ofSite.site, null);
  const clock = { now: new Date(now) };
  expect(await findOverdue(core(), clock)).toMatchObject({ events: 26, sites: 2 });
  expect(await purgeOverdue(core(), clock)).toEqual({ events: 26, sites: 2 });
  const left = async () => {
    const stored = await occurredOf();
    return Object.fromEntries(Object.entries(places).map(([name, { site }]) => [name, stored.get(site)?.length]));
  };
  expect(await left()).toEqual({ free: 7, ofSite: 20, ofAccount: 20, inGrace: 20, over: 7 });
  // Without a grace an ended hold keeps nothing.
  expect(await purgeOverdue(core(0), clock)).toEqual({ events: 13, sites: 1 });
  expect(await left()).toMatchObject({ ofSite: 20, ofAccount: 20, inGrace: 7 });
  await expectTrueCounters();
});
