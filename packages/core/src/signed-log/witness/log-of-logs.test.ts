import { inAllRun, until } from '@goal/db/testing';
import { checkpointEntry, leafHash, parseCheckpoint, TreeEdge } from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';
import { expect, test } from 'vitest';

import { one, ownWorld, type EventWorld } from '../../../test/event-world.ts';
import { logsOf, verify, type Place } from '../../../test/logs-of.ts';
import { sealingOf } from '../../../test/sealing-world.ts';
import { deleteAccount } from '../../account/delete-account.ts';
import { accountOfLogs } from './cosigned-log.ts';
import { getAccountLog, getLog } from '../read/get-log.ts';
import { logHeads, newestHead } from '../entries/log-head.ts';
import { LogPutBackError, LogSizes } from '../seal/log-sizes.ts';
import { sealLogOfLogs } from './log-of-logs.ts';
import { entryText, readRowsBetween } from '../entries/read-entries.ts';

/** The entries of the newest log of logs, whose root must be that of its checkpoint. */
async function entriesOfLogs({ db }: EventWorld): Promise<string[]> {
  const head = (await newestHead(db.work, accountOfLogs)) ?? expect.fail('there is no log of logs');
  const found = await readRowsBetween(db.work, { account: accountOfLogs, log: head.log }, { from: 0, to: head.size });
  const texts = found.flatMap(({ entries }) => entries.map((entry) => entryText(entry, () => '')));
  const edge = new TreeEdge(sha256);
  for (const text of texts) edge.push(leafHash(sha256, text));
  expect(parseCheckpoint(head.checkpoint)?.head).toEqual({ origin: head.origin, size: edge.size, root: edge.root() });
  return texts;
}

/** What an entry about the newest log of an account says now. */
async function entryOf({ db }: EventWorld, { account }: Place): Promise<string> {
  const head = parseCheckpoint((await newestHead(db.work, account))?.checkpoint ?? '')?.head;
  return head === undefined ? expect.fail('the account has no log') : checkpointEntry(head);
}

const told = ({ db }: EventWorld): Promise<number> => one(db, 'select count(*) as value from log_told');

test('R§16.17 the log of logs is told of each log that grew, once for each size', async () => {
  const world = await ownWorld();
  const logs = logsOf(world);
  const [first, second] = [await logs.ownPlace(), await logs.ownPlace()];
  for (const place of [first, second]) await logs.seal(place);
  await world.events.log.seal(accountOfLogs);
  const [begin = '', ...entries] = await entriesOfLogs(world);
  expect(JSON.parse(begin.slice('note '.length))).toMatchObject({ kind: 'log.begin', log: 1, previous: null });
  expect(entries).toEqual([await entryOf(world, first), await entryOf(world, second)]);
  expect((await world.events.log.seal(accountOfLogs)).outcome).toBe('nothing');
  expect(await entriesOfLogs(world)).toHaveLength(3);
  await logs.store(second, 2);
  await logs.seal(second);
  expect((await world.events.log.seal(accountOfLogs)).outcome).toBe('sealed');
  expect((await entriesOfLogs(world)).slice(3)).toEqual([await entryOf(world, second)]);
});

inAllRun(() => {
  test('R§16.17 a checkpoint that cannot be read is named, and the log of logs is told of all others', async () => {
    const world = await ownWorld();
    const logs = logsOf(world);
    const [broken, other] = [await logs.ownPlace(), await logs.ownPlace()];
    for (const place of [broken, other]) await logs.seal(place);
    const checkpoint = (await newestHead(world.db.work, broken.account))?.checkpoint;
    const put = (text: string | undefined) =>
      world.db.work.query('update log_head set checkpoint = $2 where account = $1', [broken.account, text]);
    await put('goal');
    for (let round = 0; round < 2; round += 1) {
      await expect(world.events.log.seal(accountOfLogs)).rejects.toThrow(
        `cannot be read: log 1 of the account ${broken.account}`,
      );
      expect((await entriesOfLogs(world)).slice(1)).toEqual([await entryOf(world, other)]);
    }
    await put(checkpoint);
    expect((await world.events.log.seal(accountOfLogs)).outcome).toBe('sealed');
    expect((await entriesOfLogs(world)).slice(2)).toEqual([await entryOf(world, broken)]);
  });

  test('R§16.17 two processes that tell the log of logs at once tell it each size once, also when it begins', async () => {
    const world = await ownWorld();
    const logs = logsOf(world);
    const places = await Promise.all(Array.from({ length: 4 }, () => logs.ownPlace()));
    const other = await world.another();
    for (let round = 1; round <= 3; round += 1) {
      for (const place of places) {
        await logs.store(place, 1);
        await logs.seal(place);
      }
      // Neither can write before both have come as far as they can.
      const holder = await world.db.work.connect();
      await holder.query('begin; lock table log_entries in share row exclusive mode');
      const sealing = Promise.all([world, other].map(({ events }) => events.log.seal(accountOfLogs)));
      await until(async () => (await one(world.db, waitingForLocks)) === 2);
      await holder.query('commit');
      holder.release();
      await sealing;
      const entries = await entriesOfLogs(world);
      expect(entries).toHaveLength(1 + 4 * round);
      expect(new Set(entries).size).toBe(entries.length);
    }
    expect(await logHeads(world.db.work, accountOfLogs)).toHaveLength(1);
  });
});

const waitingForLocks = `select count(*) as value from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

inAllRun(() => {
  test('R§16.17 R§16.10 in a copy another log of logs begins, which names the former and is told of all logs', async () => {
    const world = await ownWorld();
    const logs = logsOf(world);
    const place = await logs.ownPlace();
    await logs.seal(place);
    await world.events.log.seal(accountOfLogs);
    const former = parseCheckpoint((await newestHead(world.db.work, accountOfLogs))?.checkpoint ?? '')?.head;
    // As a restore leaves it, and somebody has confirmed.
    await world.db.work.query('delete from tail_era');
    await world.events.log.seal(accountOfLogs);
    const [begin = '', ...entries] = await entriesOfLogs(world);
    expect(JSON.parse(begin.slice('note '.length))).toMatchObject({
      log: 2,
      previous: { origin: former?.origin, size: former?.size, root: btoa(former?.root ?? '') },
    });
    expect(entries).toEqual([await entryOf(world, place)]);
    // The account's log ends where it was, and another one begins; both are told.
    await logs.store(place, 1);
    await logs.seal(place);
    await world.events.log.seal(accountOfLogs);
    expect((await entriesOfLogs(world)).slice(2)).toEqual([await entryOf(world, place)]);
    expect(await told(world)).toBe(2);
  });

  test('R§16.17 a log of logs that was put back by hand is not signed again', async () => {
    const world = await ownWorld();
    const logs = logsOf(world);
    const place = await logs.ownPlace();
    const sealing = sealingOf(world, { sizes: new LogSizes(undefined) });
    await logs.seal(place);
    await sealLogOfLogs(sealing);
    const { size } = (await newestHead(world.db.work, accountOfLogs)) ?? expect.fail('there is no log of logs');
    await world.db.work.query('update log_head set size = size - 1 where account = 0');
    await expect(sealLogOfLogs(sealing)).rejects.toThrow(LogPutBackError);
    await world.db.work.query('update log_head set size = $1 where account = 0', [size]);
    await expect(sealLogOfLogs(sealing)).resolves.toMatchObject({ outcome: 'nothing' });
  });

  test('R§16.17 what was told of a deleted account is forgotten, and its entries stay', async () => {
    const world = await ownWorld();
    const logs = logsOf(world);
    const [gone, kept, last] = [await logs.ownPlace(), await logs.ownPlace(), await logs.ownPlace()];
    for (const place of [gone, kept, last]) await logs.seal(place);
    await world.events.log.seal(accountOfLogs);
    for (const { caller, account } of [gone, last]) {
      await deleteAccount(logs.core, caller);
      await world.db.work.query('delete from log_head where account = $1', [account]);
    }
    await world.events.log.seal(accountOfLogs);
    expect(await told(world)).toBe(1);
    expect(await entriesOfLogs(world)).toHaveLength(4);
  });
});

test('R§16.17 without witnesses there is no log of logs, and nobody cosigned', async () => {
  const world = await ownWorld();
  const logs = logsOf(world);
  const place = await logs.ownPlace();
  await logs.store(place, 1);
  await world.events.log.sealUnsealed((error) => expect.fail(String(error)), new AbortController().signal);
  const text = await logs.bundle(place);
  expect(await newestHead(world.db.work, accountOfLogs)).toBeUndefined();
  expect(await told(world)).toBe(0);
  expect(await getLog(logs.core, place.caller.account)).toMatchObject({ witnesses: [] });
  expect(await getAccountLog(logs.core, place.caller.account)).toMatchObject({ witnesses: [] });
  expect(text).toContain('"witnessed":null');
  expect(text).not.toContain('"consistency"');
  expect(await verify(text)).toMatchObject({ verified: true, logs: [{ witnessed_by: [], witnessed_size: null }] });
});
