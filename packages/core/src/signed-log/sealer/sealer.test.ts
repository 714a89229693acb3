import { until } from '@goal/db/testing';
import { newPrivateKey, parsePrivateKey } from '@goal/signed-log/node';
import { expect, onTestFinished, test } from 'vitest';

import { coreOf } from '../../../test/core-of.ts';
import { newEvent, one, ownWorld, type EventWorld } from '../../../test/event-world.ts';
import { readLog, sealAll, sealingOf } from '../../../test/sealing-world.ts';
import { storeEvents } from '../../event/store/store-events.ts';
import { beginPass, confirmRetention, findHold } from '../../retention/hold.ts';
import { findOverdue } from '../../retention/find-overdue.ts';
import { purgeOverdue } from '../../retention/purge-overdue.ts';
import { trimTails } from '../../tail/trim-tail.ts';
import { behindSeconds } from '../seal/find-unsealed.ts';
import { signingKeys } from '../keys/log-keys.ts';
import { logHeads } from '../entries/log-head.ts';
import { sealAccount } from '../seal/seal-account.ts';
import { Sealer } from './sealer.ts';

type Place = { account: number; site: number };

function startSealer(world: EventWorld, over: Parameters<typeof sealingOf>[1] = {}) {
  const errors: unknown[] = [];
  const sealer = new Sealer(sealingOf(world, over), { seconds: 0.05, onError: (error) => errors.push(error) });
  onTestFinished(() => sealer.stop());
  sealer.start();
  return { sealer, errors };
}

async function ownPlace(world: EventWorld): Promise<Place> {
  const { account, sites } = await world.account();
  return { account, site: sites[0] ?? 0 };
}

const sizeOf = async (world: EventWorld, { account }: Place): Promise<number> =>
  (await logHeads(world.db.sealing, account)).at(-1)?.size ?? 0;

test('logs begin by themselves; what a commit rings for is sealed, and so is what rang in a process that died', async () => {
  const world = await ownWorld();
  const [one, other] = [await ownPlace(world), await ownPlace(world)];
  const { sealer, errors } = startSealer(world);
  for (const place of [one, other]) await until(async () => (await sizeOf(world, place)) === 2);
  await storeEvents(world, one, [newEvent()]);
  sealer.ring([one.account]);
  await storeEvents(world, other, [newEvent(), newEvent()]);
  await until(async () => (await sizeOf(world, one)) === 3);
  await until(async () => (await sizeOf(world, other)) === 4);
  expect(await behindSeconds(world.db.sealing)).toBe(0);
  expect(sealer.figures).toMatchObject({ events: 3, failures: 0, refusal: undefined });
  expect(errors).toEqual([]);
});

test('a look over all logs that takes long delays no seal, and an account that failed is not tried again with each commit', async () => {
  const world = await ownWorld();
  const [broken, other] = [await ownPlace(world), await ownPlace(world)];
  for (const { account } of [broken, other]) await sealAll(sealingOf(world), account);
  await world.db.work.query(`update log_entries set heads = '\\xff' where account = $1`, [broken.account]);
  const looking = await world.db.work.connect();
  await looking.query('begin');
  await looking.query('lock table log_check');
  const { sealer, errors } = startSealer(world);
  // Before the sealer is stopped, which waits for its look.
  onTestFinished(() => looking.release(true));
  for (let size = 3; size < 8; size += 1) {
    for (const place of [broken, other]) await storeEvents(world, place, [newEvent()]);
    sealer.ring([broken.account, other.account]);
    await until(async () => (await sizeOf(world, other)) === size);
  }
  expect(errors).toHaveLength(1);
});

test('what retention purged on former days becomes a note, one for each site', async () => {
  const world = await ownWorld();
  const place = await ownPlace(world);
  const sealing = sealingOf(world);
  await sealAll(sealing, place.account);
  await storeEvents(world, place, [newEvent({ occurredAt: Date.now() - 400 * 86_400_000 }), newEvent()]);
  await sealAll(sealing, place.account);
  await purgeOverdue(coreOf(world), { share: 1 });
  await world.db.work.query(`update log_purge set since = since - interval '1 day'`);
  startSealer(world);
  await until(async () => (await sizeOf(world, place)) === 5);
  const { entries } = await readLog(world, place.account);
  expect(entries.at(-1)).toMatchObject({
    kind: 'purge',
    sites: [[expect.any(String), expect.any(String), expect.any(String), 1]],
  });
  expect(await one(world.db, 'select count(*) as value from log_purge')).toBe(0);
});

test('R§16.10 after a restore nothing is sealed until somebody confirms; then another log begins that names the former one', async () => {
  const world = await ownWorld();
  const place = await ownPlace(world);
  const sealing = sealingOf(world);
  await sealAll(sealing, place.account);
  await storeEvents(world, place, [newEvent()]);
  await sealAll(sealing, place.account);
  const [former] = await logHeads(world.db.sealing, place.account);
  const core = coreOf(world);
  await beginPass(core);
  await storeEvents(world, place, [newEvent()]);
  // As a restore leaves it.
  await world.db.work.query('delete from tail_era');
  await world.db.work.query(`update retention_state set identity = 'a backup'`);
  expect(await findHold(core)).toMatchObject({ reason: 'another database' });
  expect(await sealAccount(sealing, place.account)).toMatchObject({ outcome: 'held' });
  expect(await sizeOf(world, place)).toBe(former?.size);
  await confirmRetention(core, { kind: 'cli', name: 'test' }, await findOverdue(core));
  expect(await sealAll(sealing, place.account)).toBe(1);
  const { entries, head } = await readLog(world, place.account);
  const previous = { origin: former?.origin, size: former?.size, root: former?.checkpoint.split('\n')[2] };
  expect(entries).toMatchObject([
    { kind: 'log.begin', log: 2, previous, earlier_events: 0 },
    { kind: 'site.begin', retention_days: 365, by: 'worker' },
    // The numbers of a site go on.
    { site: place.site, n: 2 },
  ]);
  expect(head.origin).not.toBe(former?.origin);
});

test('a tail keeps what is not sealed, and retention waits for a log that is behind, for a day', async () => {
  const world = await ownWorld();
  const place = await ownPlace(world);
  const sealing = sealingOf(world);
  await sealAll(sealing, place.account);
  const old = (): ReturnType<typeof newEvent> => newEvent({ occurredAt: Date.now() - 400 * 86_400_000 });
  await storeEvents(world, place, [old()]);
  await sealAll(sealing, place.account);
  await storeEvents(world, place, [old()]);
  const late = (interval: string) =>
    world.db.work.query(`update tail set at = clock_timestamp() - $1::interval`, [interval]);
  await late('31 days');
  expect(await trimTails(world.db, 30)).toBe(1);
  const core = coreOf(world);
  await late('2 minutes');
  expect(await purgeOverdue(core, { share: 1 })).toEqual({ events: 0, sites: 0 });
  await late('2 days');
  expect(await purgeOverdue(core, { share: 1 })).toEqual({ events: 2, sites: 1 });
  const sealer = new Sealer(sealing, { seconds: 5, onError: () => {} });
  expect(await sealer.seal(place.account, { withPurges: true })).toMatchObject({ outcome: 'sealed', events: 0 });
  const { entries } = await readLog(world, place.account);
  expect(entries.at(-1)).toMatchObject({
    kind: 'purge',
    unsealed: true,
    sites: [[expect.any(String), expect.any(String), expect.any(String), 2]],
  });
  await late('31 days');
  expect(await trimTails(world.db, 30)).toBe(1);
});

test('R§16.11 a process with another key seals nothing and says so once; after the exchange both keys sign', async () => {
  const world = await ownWorld();
  const place = await ownPlace(world);
  await sealAll(sealingOf(world), place.account);
  const seed = parsePrivateKey(newPrivateKey('goal'))?.seed ?? expect.fail();
  const keys = () => signingKeys(world.db.sealing, [seed]);
  const { sealer, errors } = startSealer(world, { keys });
  await until(() => Promise.resolve(sealer.figures.failures > 2));
  expect(errors).toHaveLength(1);
  expect(sealer.figures.refusal).toMatch(/^LOG_KEY is another key than the one that signs the logs/);
  expect(await sizeOf(world, place)).toBe(2);
});
