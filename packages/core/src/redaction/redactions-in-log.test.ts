import { writeBackup } from '@goal/db';
import { commitmentOf } from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';
import { inAllRun } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { dayMs, logsOf, noon, verify } from '../../test/logs-of.ts';
import { readLog } from '../../test/sealing-world.ts';
import { eventsByIds, textOf } from '../signed-log/entries/logged-events.ts';
import { proveAccountEvent } from '../signed-log/read/prove-event.ts';
import { saltsOf } from '../signed-log/keys/salts.ts';
import { redactEvent } from './redact-event.ts';
import { beginRedaction, getRedaction } from './redactions.ts';
import { runRedactions } from './run-redactions.ts';

let world: EventWorld;
let logs: ReturnType<typeof logsOf>;
beforeAll(async () => {
  world = await openWorld();
  logs = logsOf(world);
});
afterAll(() => world.close());

/** All salts that the database has or can make for these ids. */
async function knownSalts(account: number, ids: readonly number[]): Promise<Uint8Array[]> {
  const keys = await world.db.work.query<{ key: Buffer }>('select key from log_salt where account = $1', [account]);
  const kept = await world.db.work.query<{ salt: Buffer }>('select salt from log_salt_kept where account = $1', [
    account,
  ]);
  return [...keys.rows.flatMap(({ key }) => saltsOf(key, ids)), ...kept.rows.map(({ salt }) => salt)];
}

test('R§13.4 R§13.5 after a redaction the neighbours of the day verify with their texts, and no row and no dump has the salt or the key', async () => {
  const place = await logs.ownPlace();
  const { account, caller, site } = place;
  const ids = await logs.store(place, 40);
  await logs.seal(place);
  const [target = 0] = ids.slice(7);
  const before = (await eventsByIds(world.db.work, account, [target])).get(target) ?? expect.fail();
  const text = textOf(before, site.id);
  const { rows: keys } = await world.db.work.query<{ key: Buffer }>('select key from log_salt where account = $1', [
    account,
  ]);
  const [key = expect.fail('no key')] = keys.map((row) => row.key);
  const [salt = expect.fail('no salt')] = saltsOf(key, [target]);
  await redactEvent(logs.core, caller, target);
  const shown = await logs.expectVerified(place, { kept: 39, redacted: 1, purged: 0 });
  expect(shown).toContain(',"redacted":true}');
  expect(shown).not.toContain(salt.toString('base64'));
  await expect(proveAccountEvent(logs.core, caller, String(target))).rejects.toThrow('not found');
  // In no table and in no backup, in any form.
  const { rows: tables } = await world.db.work.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  for (const { name } of tables)
    for (const secret of [salt, key]) {
      const found = await world.db.work.query(`select from "${name}" t where t::text like '%' || $1 || '%'`, [
        secret.toString('hex'),
      ]);
      expect([name, found.rowCount]).toEqual([name, 0]);
    }
  const pieces: Buffer[] = [];
  for await (const piece of writeBackup(world.url, { program: '0.1.0' })) pieces.push(piece);
  const dump = Buffer.concat(pieces);
  for (const secret of [salt, key]) {
    expect(dump.includes(secret.toString('hex'))).toBe(false);
    expect(dump.includes(secret)).toBe(false);
  }
  // Whoever guesses the whole event finds it nowhere: no salt that is left gives the commitment.
  const commitment = /event \S+ \d+ (\d+) \S+ \S+ (\S+)/;
  const entry = (await readLog(world, account)).texts.find((one) => commitment.exec(one)?.[1] === String(target));
  const sealed = commitment.exec(entry ?? '')?.[2];
  expect(btoa(commitmentOf(sha256, salt, text))).toBe(sealed);
  const left = await knownSalts(account, ids);
  expect(left).toHaveLength(39);
  for (const one of left) expect(btoa(commitmentOf(sha256, one, text))).not.toBe(sealed);
});

inAllRun(() => {
  test('R§13.4 events of the day that come later have a key of their own, and redacting again keeps what was kept', async () => {
    const place = await logs.ownPlace();
    const { caller } = place;
    const first = await logs.store(place, 5);
    await logs.seal(place);
    await redactEvent(logs.core, caller, first[0] ?? 0);
    const later = await logs.store(place, 4);
    await logs.seal(place);
    expect(await logs.count('log_salt', place)).toBe(1);
    await logs.expectVerified(place, { kept: 8, redacted: 1 });
    // One whose salt was kept, and one that has the later key.
    await redactEvent(logs.core, caller, first[1] ?? 0);
    await redactEvent(logs.core, caller, later[0] ?? 0);
    expect(await logs.count('log_salt', place)).toBe(0);
    expect(await logs.count('log_salt_kept', place)).toBe(6);
    await logs.expectVerified(place, { kept: 6, redacted: 3 });
    const proof = await proveAccountEvent(logs.core, caller, String(first[2]));
    expect(proof).toContain('c2sp.org/tlog-proof@v1');
    // What nobody redacted is sealed with a salt that was kept before it was sealed.
    const unsealed = await logs.store(place, 3);
    await logs.seal(place);
    const waiting = await logs.store(place, 2);
    await redactEvent(logs.core, caller, unsealed[0] ?? 0);
    await logs.seal(place);
    expect(waiting).toHaveLength(2);
    await logs.expectVerified(place, { kept: 10, redacted: 4 });
  });

  test('R§13.4 an event that was redacted before it was sealed has random bytes for its commitment, and its note comes behind it', async () => {
    const place = await logs.ownPlace();
    const { account, caller, site } = place;
    await logs.store(place, 3);
    await logs.seal(place);
    const ids = await logs.store(place, 6);
    const [target = 0] = ids.slice(2);
    const before = (await eventsByIds(world.db.work, account, [target])).get(target) ?? expect.fail();
    await redactEvent(logs.core, caller, target);
    await logs.seal(place);
    const { entries, texts } = await readLog(world, account);
    const at = entries.findIndex((entry) => 'id' in entry && entry.id === target);
    const note = entries.findIndex((entry) => 'kind' in entry && entry.kind === 'redact');
    expect(note).toBeGreaterThan(at);
    expect(entries[note]).toEqual({ kind: 'redact', sites: [[site.id, [6]]], by: 'account_key' });
    const sealed = texts[at]?.split(' ').at(-1);
    const after = (await eventsByIds(world.db.work, account, [target])).get(target) ?? expect.fail();
    for (const salt of await knownSalts(account, ids))
      for (const event of [before, after])
        expect(btoa(commitmentOf(sha256, salt, textOf(event, site.id)))).not.toBe(sealed);
    expect(await logs.count('log_outbox', place)).toBe(0);
    await logs.expectVerified(place, { kept: 8, redacted: 1 });
  });
});

test('R§13.4 R§13.5 what was made to look redacted by SQL is not verified, and the service finds it', async () => {
  for (const byHand of [
    'update event set redacted_at = now() where account = $1 and id = $2',
    `with e as (update event set redacted_at = now(), message = 'redacted' where account = $1 and id = $2 returning *)
     insert into redacted_event (account, id, site, at) select account, id, site, redacted_at from e`,
    // A note that names another event.
    `with e as (update event set redacted_at = now(), message = 'redacted' where account = $1 and id = $2 returning *)
     insert into redacted_event (account, id, site, at, log, note) select e.account, e.id, e.site, e.redacted_at, r.log, r.note
       from e join redacted_event r on r.account = e.account`,
  ]) {
    const place = await logs.ownPlace();
    const ids = await logs.store(place, 5);
    await logs.seal(place);
    await redactEvent(logs.core, place.caller, ids[0] ?? 0);
    await logs.expectVerified(place, { kept: 4, redacted: 1 });
    await world.db.work.query(byHand, [place.account, ids[3]]);
    const verdict = await verify(await logs.bundle(place));
    expect(verdict.fault?.sentence).toContain('1 event is said to be redacted, and no note says so');
    expect(await logs.mismatchesOf(place)).toHaveLength(1);
  }
});

inAllRun(() => {
  test('R§13.4 a person’s events of several days and sites are named in notes of at most 500 numbers, one a site', async () => {
    const place = await logs.ownPlace();
    const { caller, account } = place;
    const other = { account, site: await logs.ownSite(caller) };
    await logs.store(place, 700, { username: 'eve' });
    await logs.store(place, 20);
    await logs.store(other, 30, { username: 'eve', occurredAt: noon - 3 * dayMs });
    await logs.store(other, 10, { occurredAt: noon - 3 * dayMs });
    await logs.seal(place);
    const { id } = await beginRedaction(logs.core, caller, { username: 'eve' });
    while ((await runRedactions(logs.core, { share: 1 })) > 0);
    expect(await getRedaction(logs.core, caller.account, id)).toMatchObject({ status: 'done', redacted: 730 });
    await logs.expectVerified(place, { kept: 30, redacted: 730 });
    const { entries } = await readLog(world, account);
    const notes = entries.filter((entry) => 'kind' in entry && entry.kind === 'redact') as {
      sites: [string, number[]][];
    }[];
    for (const { sites } of notes) expect(sites).toHaveLength(1);
    const numbers = notes.map(({ sites }) => sites[0]?.[1].length ?? 0);
    expect(Math.max(...numbers)).toBeLessThanOrEqual(500);
    expect(numbers.reduce((sum, count) => sum + count)).toBe(730);
  });
});
