import { timePasses } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../../test/event-world.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function arrivalOf(site: number) {
  const { rows } = await world.db.work.query<{
    last_accepted_at: Date | null;
    last_refused_at: Date | null;
    last_refusal: string | null;
  }>('select last_accepted_at, last_refused_at, last_refusal from site_arrival where site_no = $1', [site]);
  return rows[0];
}

test('a site remembers its last accepted event and its last refusal with the sentence; the next flush loses neither', async () => {
  const {
    sites: [site = 0, quiet = 0],
  } = await world.account(2);
  const { arrivals } = world.events;
  arrivals.refused(site, 'site paused');
  arrivals.refused(site, 'domain mismatch');
  await arrivals.flush();
  const first = await arrivalOf(site);
  expect(first).toMatchObject({ last_accepted_at: null, last_refusal: 'domain mismatch' });
  arrivals.accepted(site);
  await arrivals.flush();
  const second = await arrivalOf(site);
  expect(second).toMatchObject({ last_refused_at: first?.last_refused_at, last_refusal: 'domain mismatch' });
  expect(second?.last_accepted_at?.getTime()).toBeGreaterThanOrEqual(first?.last_refused_at?.getTime() ?? Infinity);
  expect(await arrivalOf(quiet)).toBeUndefined();
});

test('a flush during another one waits until that one has written', async () => {
  const {
    sites: [site = 0],
  } = await world.account();
  const { arrivals } = world.events;
  arrivals.accepted(site);
  const other = arrivals.flush();
  await arrivals.flush();
  expect((await arrivalOf(site))?.last_accepted_at).toBeInstanceOf(Date);
  await other;
});

test('of two instances the newest note counts', async () => {
  const {
    sites: [site = 0],
  } = await world.account();
  const { events } = await world.another();
  world.events.arrivals.refused(site, 'older');
  // An age is off by the duration of its flush, so the two notes lie further apart.
  await timePasses(1000);
  events.arrivals.refused(site, 'newer');
  await events.arrivals.flush();
  const before = await arrivalOf(site);
  await world.events.arrivals.flush();
  expect(await arrivalOf(site)).toEqual(before);
});

test('a wrong secret hides nothing that a key of the site did in the last 24 hours, in one flush or in several; later it is written', async () => {
  const {
    sites: [refused = 0, accepted = 0, both = 0, none = 0],
  } = await world.account(4);
  const { arrivals } = world.events;
  const refusalOf = async (site: number) => (await arrivalOf(site))?.last_refusal;
  arrivals.refused(refused, 'domain mismatch');
  arrivals.accepted(accepted);
  await arrivals.flush();
  arrivals.accepted(both);
  arrivals.refused(both, 'invalid code');
  for (const site of [refused, accepted, both, none]) arrivals.guessed(site);
  await arrivals.flush();
  const refusals = [refused, accepted, both, none].map(refusalOf);
  expect(await Promise.all(refusals)).toEqual(['domain mismatch', null, 'invalid code', 'invalid token']);

  const age = (hours: number) =>
    world.db.work.query(
      `update site_arrival set last_accepted_at = now() - $1 * interval '1 hour', last_refused_at = now() - $1 * interval '1 hour' where site_no = $2`,
      [hours, refused],
    );
  await age(23);
  arrivals.guessed(refused);
  await arrivals.flush();
  expect(await refusalOf(refused)).toBe('domain mismatch');
  await age(25);
  arrivals.guessed(refused);
  await arrivals.flush();
  const first = await arrivalOf(refused);
  expect(first?.last_refusal).toBe('invalid token');
  // An earlier note of a wrong secret does not hold back the next one.
  await world.db.work.query(
    `update site_arrival set last_refused_at = last_refused_at - interval '1 second' where site_no = $1`,
    [refused],
  );
  arrivals.guessed(refused);
  await arrivals.flush();
  expect((await arrivalOf(refused))?.last_refused_at?.getTime()).toBeGreaterThanOrEqual(
    first?.last_refused_at?.getTime() ?? Infinity,
  );
  arrivals.refused(refused, 'site paused');
  await arrivals.flush();
  expect(await refusalOf(refused)).toBe('site paused');
});

test('a flush skips a site that was deleted meanwhile and writes the others', async () => {
  const {
    sites: [site = 0, gone = 0],
  } = await world.account(2);
  world.events.arrivals.accepted(gone);
  world.events.arrivals.accepted(site);
  await world.deleteSite(gone);
  await world.events.arrivals.flush();
  expect(await arrivalOf(gone)).toBeUndefined();
  expect(await arrivalOf(site)).toMatchObject({ last_refused_at: null });
});
