import { rowsOf, runsOf } from '@goal/db/testing';
import { parseNote, parseVkey, signersOf, vkeyOf } from '@goal/signed-log';
import { sha256, verifySignature } from '@goal/signed-log/node';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { coreOf } from '../../../test/core-of.ts';
import { newEvent, one, openWorld, type EventWorld } from '../../../test/event-world.ts';
import { readLog, sealAll, sealingOf } from '../../../test/sealing-world.ts';
import { createAccount } from '../../account/create-account.ts';
import { deleteAccount } from '../../account/delete-account.ts';
import { findAccount } from '../../account/find-account.ts';
import { setReseller } from '../../account/set-reseller.ts';
import { changePlan } from '../../account/change-plan.ts';
import type { Core } from '../../core.ts';
import { storeEvents } from '../../event/store/store-events.ts';
import type { Caller } from '../../ground/caller.ts';
import { purgeOverdue } from '../../retention/purge-overdue.ts';
import { createSite } from '../../site/create-site.ts';
import { deleteSite } from '../../site/delete-site.ts';
import { signingKeys } from '../keys/log-keys.ts';
import { logHeads } from '../entries/log-head.ts';
import { LogPutBackError, LogSizes } from './log-sizes.ts';
import { sealAccount, type Sealing } from './seal-account.ts';

const actor = { kind: 'operator', name: 'test' } as const;
const dayMs = 86_400_000;

let world: EventWorld;
let core: Core;
let sealing: Sealing;
beforeAll(async () => {
  world = await openWorld();
  core = coreOf(world);
  sealing = sealingOf(world);
});
afterAll(() => world.close());

let made = 0;
async function ownAccount(): Promise<Caller> {
  made += 1;
  const { id } = await createAccount(core, actor, { email: `owner${made}@example.com`, plan: 'agency' });
  return findAccount(core, actor, id);
}

type Made = { rowId: number; id: string };
async function ownSite(caller: Caller): Promise<Made> {
  made += 1;
  const { site_id: id } = await createSite(core, caller, {
    domain: `shop${made}.example.com`,
    site_url: 'https://example.com',
  });
  return world.db.prisma.site.findFirstOrThrow({ where: { id }, select: { rowId: true, id: true } });
}

const store = ({ account }: Caller, site: Made, events: number, occurredAt = Date.now() - dayMs) =>
  storeEvents(
    world,
    { account: account.rowId, site: site.rowId },
    Array.from({ length: events }, (_, at) => newEvent({ occurredAt: occurredAt + at, message: `Grüße ${at}` })),
  );

test('a log begins with its account, and holds the acts and the events in their order, each site numbered by itself', async () => {
  const caller = await ownAccount();
  const { rowId } = caller.account;
  const first = await ownSite(caller);
  await store(caller, first, 2);
  expect(await sealAll(sealing, rowId)).toBe(2);
  const second = await ownSite(caller);
  await store(caller, second, 1);
  await store(caller, first, 38);
  expect(await sealAll(sealing, rowId)).toBe(39);
  expect(await sealAll(sealing, rowId)).toBe(0);
  await store(caller, second, 1);
  expect(await sealAll(sealing, rowId)).toBe(1);
  const { entries, head } = await readLog(world, rowId);
  const begin = ({ id }: Made) => ({ kind: 'site.begin', site_id: id, retention_days: 365, by: 'operator' });
  expect(entries.map((entry) => ('n' in entry && 'site' in entry ? [entry.site, entry.n] : entry))).toEqual([
    { kind: 'log.begin', log: 1, previous: null, earlier_events: 0 },
    begin(first),
    [first.rowId, 1],
    [first.rowId, 2],
    begin(second),
    [second.rowId, 1],
    ...Array.from({ length: 38 }, (_, at) => [first.rowId, at + 3]),
    [second.rowId, 2],
  ]);
  const [key] = await signingKeys(world.db.sealing, []);
  const vkey = vkeyOf(sha256, { name: head.origin, publicKey: key?.publicKey ?? expect.fail() });
  const note = parseNote(head.checkpoint) ?? expect.fail();
  const known = parseVkey(sha256, vkey) ?? expect.fail();
  expect(await signersOf({ sha256, verifySignature }, note, [known])).toHaveLength(1);
  expect(head.origin).toMatch(/^goal\.example\/log\/[0-9a-f-]{36}$/);
});

test('a log that begins later than its account says how many events were stored before, and holds none of them', async () => {
  const caller = await ownAccount();
  const { rowId } = caller.account;
  const site = await ownSite(caller);
  await store(caller, site, 2);
  await world.db.work.query(`update log_outbox set at = at - interval '25 hours' where account = $1`, [rowId]);
  expect(await sealAll(sealing, rowId)).toBe(0);
  await store(caller, site, 1);
  expect(await sealAll(sealing, rowId)).toBe(1);
  const { entries } = await readLog(world, rowId);
  expect(entries).toMatchObject([
    { kind: 'log.begin', log: 1, previous: null, earlier_events: 2 },
    { kind: 'site.begin', site_id: site.id },
    { site: site.rowId, n: 1 },
  ]);
});

test('rows and tiles hold the hashes of a log of thousands of entries, whatever the seals that made it', async () => {
  const caller = await ownAccount();
  const { rowId } = caller.account;
  const site = await ownSite(caller);
  await sealAll(sealing, rowId);
  for (const events of rowsOf(
    [1, 29, 1, 32, 65, 300, 300, 1],
    [1, 29, 1, 32, 65, 700, 1, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 3],
  )) {
    await store(caller, site, events);
    await sealAll(sealing, rowId);
  }
  const { head } = await readLog(world, rowId);
  const full = Math.floor(head.size / 32);
  expect(
    await one(world.db, 'select count(*) as value from log_entries where account = $1 and root is not null', [rowId]),
  ).toBe(full);
  expect(
    await one(
      world.db,
      'select coalesce(sum(octet_length(hashes)), 0) / 32 as value from log_tile where account = $1 and level = 1',
      [rowId],
    ),
  ).toBe(Math.floor(head.size / 256));
  expect(await one(world.db, 'select max(high) as value from log_entries where account = $1', [rowId])).toBe(
    await one(world.db, 'select max(id) as value from event where account = $1', [rowId]),
  );
});

test('a purge, a change of the rule, the flag and a deletion stand in the log in the order in which they were done', async () => {
  const caller = await ownAccount();
  const { rowId } = caller.account;
  const [site, other] = [await ownSite(caller), await ownSite(caller)];
  await sealAll(sealing, rowId);
  await store(caller, site, 3, Date.now() - 400 * dayMs);
  await store(caller, other, 1);
  await sealAll(sealing, rowId);
  const { head } = await readLog(world, rowId);
  await purgeOverdue(core, { share: 1 });
  await changePlan(core, caller, 'pro');
  await setReseller(core, caller, true);
  await changePlan(core, caller, 'starter');
  await deleteSite(core, caller, site.id);
  // Nothing of a site stands behind its deletion.
  await store(caller, site, 1);
  await store(caller, other, 1);
  expect(await sealAll(sealing, rowId)).toBe(1);
  const { entries } = await readLog(world, rowId);
  const figure = (id: string, retention_days: number) => ({
    kind: 'site.retention',
    site_id: id,
    retention_days,
    by: 'operator',
  });
  expect(entries.slice(head.size)).toEqual([
    { kind: 'purge', sites: [[site.id, expect.any(String), expect.any(String), 3]] },
    figure(site.id, 90),
    figure(other.id, 90),
    figure(site.id, -1),
    figure(other.id, -1),
    { kind: 'site.delete', site_id: site.id, by: 'operator' },
    { site: other.rowId, n: 2, id: expect.any(Number) },
  ]);
  await deleteAccount(core, caller);
  await sealAll(sealing, rowId);
  const ended = await readLog(world, rowId);
  expect(ended.entries.at(-1)).toEqual({ kind: 'log.delete', by: 'operator' });
  expect(await one(world.db, 'select count(*) as value from log_outbox where account = $1', [rowId])).toBe(0);
});

test('sites that came by no act are told when they have an event, and the times of notes never fall', async () => {
  const { account, sites } = await world.account(2);
  const [first = 0] = sites;
  await sealAll(sealing, account);
  await world.db.work.query(`update log_head set noted_at = '2100-01-01' where account = $1`, [account]);
  await world.db.work.query('delete from log_site where account = $1 and site = $2', [account, first]);
  await storeEvents(world, { account, site: first }, [newEvent()]);
  await sealAll(sealing, account);
  const { entries, texts } = await readLog(world, account);
  expect(entries.slice(-2)).toMatchObject([
    { kind: 'site.begin', by: 'worker' },
    { site: first, n: 1 },
  ]);
  expect(texts.at(-2)).toContain('"at":"2100-01-01T00:00:00.000Z"');
  // A deletion whose note is yet to come.
  await world.deleteSite(first);
  await storeEvents(world, { account, site: first }, [newEvent()]);
  expect(await sealAll(sealing, account)).toBe(0);
});

test('twenty that seal at once lose no event and take none twice, and every checkpoint is one of the log', async () => {
  const caller = await ownAccount();
  const { rowId } = caller.account;
  const site = await ownSite(caller);
  await sealAll(sealing, rowId);
  const other = await world.another();
  const pools = [sealing, sealingOf(other)];
  const checkpoints = new Set<string>();
  let isDone = false;
  const sealers = Array.from({ length: 20 }, async (_, at) => {
    while (!isDone) {
      await sealAccount(pools[at % 2] ?? sealing, rowId);
      for (const { checkpoint } of await logHeads(world.db.sealing, rowId)) checkpoints.add(checkpoint);
    }
  });
  const rounds = runsOf(3, 100);
  for (let round = 0; round < rounds; round += 1)
    await Promise.all([store(caller, site, 1 + (round % 7)), store(caller, site, 3)]);
  isDone = true;
  await Promise.all(sealers);
  await sealAll(sealing, rowId);
  const { entries, head } = await readLog(world, rowId);
  const ids = entries.flatMap((entry) => ('id' in entry ? [Number(entry.id)] : []));
  const { rows } = await world.db.work.query<{ id: number }>('select id from event where account = $1 order by id', [
    rowId,
  ]);
  const byNumber = (a: number, b: number): number => a - b;
  expect(ids.toSorted(byNumber)).toEqual(rows.map(({ id }) => id).toSorted(byNumber));
  expect(new Set(ids).size).toBe(ids.length);
  expect(await logHeads(world.db.sealing, rowId)).toHaveLength(1);
  const sizes = [...checkpoints].map((text) => Number(text.split('\n')[1]));
  expect(new Set(sizes).size).toBe(checkpoints.size);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(head.size);
});

test('a database that was put back behind the back of the service signs nothing more', async () => {
  const caller = await ownAccount();
  const { rowId } = caller.account;
  const site = await ownSite(caller);
  const own = sealingOf(world, { sizes: new LogSizes(undefined) });
  await sealAll(own, rowId);
  const { rows } = await world.db.work.query('select * from log_head where account = $1', [rowId]);
  const [before] = rows as Record<string, unknown>[];
  await store(caller, site, 5);
  await sealAll(own, rowId);
  await world.db.work.query('delete from log_entries where account = $1', [rowId]);
  await world.db.work.query('update log_head set size = $2, edge = $3, seq = $4 where account = $1', [
    rowId,
    before?.['size'],
    before?.['edge'],
    before?.['seq'],
  ]);
  await expect(sealAccount(own, rowId)).rejects.toThrow(LogPutBackError);
});
