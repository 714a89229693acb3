import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { newEvent, openWorld, storeAll, type EventWorld } from '../../test/event-world.ts';
import type { Core } from '../core.ts';
import type { NewEvent } from '../event/event.ts';
import type { Caller } from '../ground/caller.ts';
import { createHold, endHold } from '../legal-hold/holds.ts';
import { previewRedaction } from './preview-redaction.ts';
import { showLeft } from './what-left.ts';

let world: EventWorld;
let core: Core;
beforeAll(async () => {
  world = await openWorld();
  core = coreOf(world);
});
afterAll(() => world.close());

type Made = { caller: Caller; sites: { rowId: number; id: string }[] };

async function ownAccount(count: number): Promise<Made> {
  const { account, sites } = await world.account(count);
  const { id } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId: account }, select: { id: true } });
  const found = await world.db.prisma.site.findMany({
    where: { rowId: { in: sites } },
    select: { rowId: true, id: true },
    orderBy: { rowId: 'asc' },
  });
  return {
    caller: { actor: { kind: 'account_key', name: 'abcdefgh' }, account: { rowId: account, id } },
    sites: found,
  };
}

const store = ({ caller, sites }: Made, at: number, count: number, over: Partial<NewEvent>): Promise<void> =>
  storeAll(
    world,
    { account: caller.account.rowId, site: sites[at]?.rowId ?? expect.fail() },
    Array.from({ length: count }, (_, n) => newEvent({ occurredAt: Date.UTC(2026, 0, 15, 12) + n, ...over })),
  );
const ofAda = { username: 'ada', userId: 5 };

test('R§13.1 a preview counts what a redaction would do now: by name, by a site’s user, with what is on hold, and changes nothing', async () => {
  const made = await ownAccount(2);
  const { caller, sites } = made;
  await store(made, 0, 3, ofAda);
  await store(made, 0, 1, { username: 'bo', userId: 5 });
  await store(made, 1, 2, ofAda);
  const preview = (whose: object) => previewRedaction(core, caller.account, whose);
  const nothing = { more: false, held: 0, streams: [], exports: [], views: [], private_views: 0 };
  expect(await preview({ username: 'ada' })).toEqual({ ...nothing, events: 5, sites: 2 });
  expect(await preview({ site_id: sites[0]?.id, user_id: 5 })).toEqual({ ...nothing, events: 4, sites: 1 });
  expect(await preview({ username: 'nobody' })).toEqual({ ...nothing, events: 0, sites: 0 });
  const { id } = await createHold(core, caller, { reason: 'case', site_id: sites[1]?.id });
  expect(await preview({ username: 'ada' })).toEqual({ ...nothing, events: 5, sites: 2, held: 2 });
  await endHold(core, caller, id);
  await createHold(core, caller, { reason: 'case' });
  expect(await preview({ username: 'ada' })).toEqual({ ...nothing, events: 5, sites: 2, held: 5 });
  await expect(preview({ username: 'ada', site_id: randomUUID() })).rejects.toThrow('not found');
  const { rows } = await world.db.work.query('select from event where account = $1 and username = $2', [
    caller.account.rowId,
    'ada',
  ]);
  expect(rows).toHaveLength(5);
});

test('R§13.1 a preview of more than it counts says so', async () => {
  const made = await ownAccount(1);
  const whole = 10_000;
  await world.db.work.query(
    `insert into event (account, site, id, occurred_at, received_at, code, user_id, severity, username, message)
     select $1, $2, n, now() - n * interval '1 second', now(), 1, 5, 1, 'ada', 'x' from generate_series(1, $3::int) n`,
    [made.caller.account.rowId, made.sites[0]?.rowId, whole + 1],
  );
  const preview = await previewRedaction(core, made.caller.account, { username: 'ada' });
  expect(preview).toMatchObject({ events: whole, more: true, sites: 1 });
});

test('R§13.2 what may have events names the streams that sent and the exports that began since they arrived, of their site or of all', async () => {
  const made = await ownAccount(2);
  const { account } = made.caller;
  const [site, other] = made.sites;
  const since = new Date('2026-01-10T00:00:00Z');
  const filtersOf = (id: string | undefined) => (id === undefined ? {} : { site_id: id.toUpperCase() });
  for (const [name, filters, last] of [
    ['all', filtersOf(undefined), '2026-01-10T00:00:00Z'],
    ['before', filtersOf(undefined), '2026-01-09T23:59:59Z'],
    ['never', filtersOf(undefined), null],
    ['of the site', filtersOf(site?.id), '2026-01-11T00:00:00Z'],
    ['of the other', filtersOf(other?.id), '2026-01-11T00:00:00Z'],
  ] as const)
    await world.db.work.query(
      `insert into stream (account_no, name, filters, last_delivery_at, sink, sealed, era, seq) values ($1, $2, $3, $4, '{}', '', 0, 0)`,
      [account.rowId, name, filters, last],
    );
  for (const [at, siteId, rows] of [
    ['2026-01-09T00:00:00Z', null, 1],
    ['2026-01-11T00:00:00Z', null, 2],
    ['2026-01-12T00:00:00Z', site?.id, 3],
    ['2026-01-13T00:00:00Z', other?.id, 4],
  ] as const)
    await world.db.work.query(
      `insert into action (occurred_at, ended_at, actor_kind, actor, action, account_id, site_id, detail) values ($1, $1, 'account_key', 'abcdefgh', 'events.export', $2, $3, $4)`,
      [at, account.id, siteId, { rows }],
    );
  const ofSite = await showLeft(core, account, { since, siteId: site?.id ?? null, whose: {} }, undefined);
  expect(ofSite.streams.map(({ name }) => name)).toEqual(['all', 'of the site']);
  expect(ofSite.exports).toEqual([
    { at: '2026-01-12T00:00:00.000Z', by: 'abcdefgh', events: 3 },
    { at: '2026-01-11T00:00:00.000Z', by: 'abcdefgh', events: 2 },
  ]);
  const ofAll = await showLeft(core, account, { since, siteId: null, whose: {} }, undefined);
  expect(ofAll.streams.map(({ name }) => name)).toEqual(['all', 'of the site', 'of the other']);
  expect(ofAll.exports.map(({ events }) => events)).toEqual([4, 3, 2]);
  await expect(showLeft(core, account, { since, siteId: 'x', whose: {} }, undefined)).rejects.toThrow('not found');
});
