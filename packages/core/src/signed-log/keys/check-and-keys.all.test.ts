import { verifyBundle, vkeyOf } from '@goal/signed-log';
import { newPrivateKey, runningSha256, sha256, verifySignature } from '@goal/signed-log/node';
import { expect, test } from 'vitest';

import { coreOf } from '../../../test/core-of.ts';
import { newEvent, one, ownWorld, type EventWorld } from '../../../test/event-world.ts';
import { readLog, sealAll, sealingOf } from '../../../test/sealing-world.ts';
import { findAccount } from '../../account/find-account.ts';
import { storeEvents } from '../../event/store/store-events.ts';
import { bundleAccountLog } from '../bundle/bundle-log.ts';
import { checkLogs } from '../look-over/check-logs.ts';
import { countLogs, formerKeySignsUntil } from '../read/count-logs.ts';
import { logHeads } from '../entries/log-head.ts';
import { parseLogKeys, signingKeys } from './log-keys.ts';
import { renewLogs, rotateLogKey, SameLogKeyError } from './rotate-key.ts';

const actor = { kind: 'cli', name: 'test' } as const;
const never = new AbortController().signal;
const dayMs = 86_400_000;

async function loggedPlace(world: EventWorld, events = 70) {
  const { account, sites } = await world.account();
  const place = { account, site: sites[0] ?? 0 };
  await sealAll(sealingOf(world), account);
  await storeEvents(
    world,
    place,
    Array.from({ length: events }, () => newEvent()),
  );
  await sealAll(sealingOf(world), account);
  return place;
}

/** Looks the whole log over, as thirty days do. */
async function checkAll(world: EventWorld): Promise<{ leaves: number; found: number[] }> {
  const found: number[] = [];
  let leaves = 0;
  for (let look = 0; look < 4; look += 1) {
    await world.db.work.query(`update log_check set checked_at = checked_at - interval '2 days'`);
    const done = await checkLogs(world.db.sealing, never);
    leaves += done.leaves;
    found.push(...done.mismatches.map(({ index }) => index));
  }
  return { leaves, found: [...new Set(found)] };
}

test('R§16.1 the service looks its own logs over: a changed event and a changed entry are found, and counted for the operator', async () => {
  const world = await ownWorld();
  const { account } = await loggedPlace(world);
  const { leaves, found } = await checkAll(world);
  expect(leaves).toBeGreaterThanOrEqual(72);
  expect(found).toEqual([]);
  expect(await countLogs(world.db.work)).toEqual({ logs: 1, behind_seconds: 0, mismatches: 0, key_kept: 'database' });
  await world.db.work.query(
    `update event set username = 'eve' where account = $1 and id = (select min(id) from event where account = $1)`,
    [account],
  );
  await world.db.work.query(
    `update log_entries set commitments = overlay(commitments placing '\\x00ff'::bytea from 1 for 2) where account = $1 and first = 32`,
    [account],
  );
  expect((await checkAll(world)).found.toSorted((a, b) => a - b)).toEqual([2, 32]);
  expect((await countLogs(world.db.work)).mismatches).toBe(2);
  expect(await one(world.db, 'select first_mismatch as value from log_check')).toBe(2);
});

test('R§16.1 a row of a log that cannot be read, or is gone, is found, and keeps no other log from being looked over', async () => {
  const world = await ownWorld();
  const [broken, other] = [await loggedPlace(world), await loggedPlace(world)];
  await world.db.work.query(`update log_entries set heads = '\\xff' where account = $1 and first = 32`, [
    broken.account,
  ]);
  await world.db.work.query(`delete from log_entries where account = $1 and first = 0`, [broken.account]);
  await world.db.work.query(`update event set username = 'eve' where account = $1`, [other.account]);
  const found = await checkAll(world);
  expect(found.found.filter((index) => index % 32 === 0)).toEqual(expect.arrayContaining([0, 32]));
  const counted = `select mismatches as value from log_check where account = `;
  expect(await one(world.db, `${counted}${broken.account}`)).toBe(2);
  expect(await one(world.db, `${counted}${other.account}`)).toBe(70);
});

test('a log that was looked at is left alone until a part of it is due again', async () => {
  const world = await ownWorld();
  await loggedPlace(world);
  expect((await checkLogs(world.db.sealing, never)).leaves).toBeGreaterThan(0);
  expect(await checkLogs(world.db.sealing, never)).toEqual({ leaves: 0, mismatches: [] });
});

test('R§16.11 after the exchange of the key the log tells of it, both keys sign, and who trusts the former one follows', async () => {
  const world = await ownWorld();
  const core = coreOf(world);
  const place = await loggedPlace(world, 3);
  const [former] = await signingKeys(world.db.sealing, []);
  const text = newPrivateKey('goal');
  const [seed] = parseLogKeys(text) ?? expect.fail('no key');
  const own = sealingOf(world, { keys: () => signingKeys(world.db.sealing, seed === undefined ? [] : [seed]) });
  await expect(sealAll(own, place.account)).rejects.toThrow('goal log key rotate');
  const { former_until: until } = await rotateLogKey(core, actor, { seed, isLost: false });
  expect(Date.parse(until ?? '') - Date.now()).toBeGreaterThan(29 * 86_400_000);
  await expect(rotateLogKey(core, actor, { seed, isLost: false })).rejects.toThrow(SameLogKeyError);
  // Whoever lacks the new key signs nothing.
  await expect(sealAll(sealingOf(world), place.account)).rejects.toThrow('set LOG_KEY');
  await sealAll(own, place.account);
  const { head, entries } = await readLog(world, place.account);
  expect(entries.at(-1)).toMatchObject({ kind: 'key' });
  expect(head.checkpoint.match(/^— /gm)).toHaveLength(2);
  const { rows } = await world.db.work.query<{ id: string }>('select id::text from account where no = $1', [
    place.account,
  ]);
  const caller = await findAccount(core, actor, rows[0]?.id ?? '');
  // The bundle is sealed by a process with the new key.
  core.events.log.seal = async () => {
    await sealAll(own, place.account);
    return { outcome: 'nothing', events: 0, hasMore: false };
  };
  const made = await bundleAccountLog(core, caller, {}, () => Promise.resolve(caller));
  await made.start();
  async function* whole(): AsyncGenerator<Buffer> {
    yield* made.bytes();
    yield await made.last();
  }
  const verdict = await verifyBundle(whole(), {
    crypto: { sha256, runningSha256, verifySignature },
    vkeys: [vkeyOf(sha256, { name: head.origin, publicKey: former?.publicKey ?? expect.fail('no key') })],
  });
  expect(verdict).toMatchObject({ verified: true, key: 'given' });
  expect(await countLogs(world.db.work)).toMatchObject({ key_kept: 'environment' });
});

test('R§16.11 a log that is told of the exchange late needs the former key for 30 days from then on, and is not signed without it', async () => {
  const world = await ownWorld();
  const core = coreOf(world);
  const [first, second] = [newPrivateKey('goal'), newPrivateKey('goal')];
  const sealingBy = (...texts: string[]) =>
    sealingOf(world, { keys: () => signingKeys(world.db.sealing, parseLogKeys(texts.join()) ?? []) });
  const place = await world.account();
  await sealAll(sealingBy(first), place.account);
  await rotateLogKey(core, actor, { seed: parseLogKeys(second)?.[0], isLost: false });
  const until = async (): Promise<number> =>
    Date.parse((await formerKeySignsUntil(world.db.work, { hasWitnesses: false })) ?? '');
  const beginning = Date.now();
  expect(await until()).toBeGreaterThan(beginning + 29 * dayMs);
  // The 30 days of logs that were told at once are over.
  await world.db.work.query(`update log_key set until = clock_timestamp() where until is not null`);
  const lacking = /LOG_KEY lacks the former key, which signs goal\.example\/log\/\S+ until/;
  await expect(sealAll(sealingBy(second), place.account)).rejects.toThrow(lacking);
  await sealAll(sealingBy(second, first), place.account);
  expect((await readLog(world, place.account)).head.checkpoint.match(/^— /gm)).toHaveLength(2);
  await storeEvents(world, { account: place.account, site: place.sites[0] ?? 0 }, [newEvent()]);
  await expect(sealAll(sealingBy(second), place.account)).rejects.toThrow(lacking);
  expect(await until()).toBeGreaterThan(beginning + 29 * dayMs);
  await world.db.work.query(
    `update log_head set keys = jsonb_set(keys, '{1,2}', to_jsonb((keys -> 1 ->> 2)::int8 - $1::int8))`,
    [30 * dayMs],
  );
  expect(await until()).toBeNaN();
  await sealAll(sealingBy(second), place.account);
  expect((await readLog(world, place.account)).head.checkpoint.match(/^— /gm)).toHaveLength(1);
});

test('R§16.10 a lost key and a database that was put back let another log begin', async () => {
  const world = await ownWorld();
  const core = coreOf(world);
  const place = await loggedPlace(world, 3);
  await rotateLogKey(core, actor, { seed: undefined, isLost: true });
  await sealAll(sealingOf(world), place.account);
  const heads = await logHeads(world.db.sealing, place.account);
  expect(heads.map(({ log }) => log)).toEqual([1, 2]);
  expect(heads[1]?.checkpoint.match(/^— /gm)).toHaveLength(1);
  expect(await renewLogs(core, actor, () => false)).toBe(0);
  expect(await renewLogs(core, actor, (origin) => origin === heads[1]?.origin)).toBe(1);
  await sealAll(sealingOf(world), place.account);
  const { entries } = await readLog(world, place.account);
  expect(entries[0]).toMatchObject({ kind: 'log.begin', log: 3, previous: { origin: heads[1]?.origin } });
});
