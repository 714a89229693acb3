import { inAllRun, runsOf } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { one, openWorld, ownWorld, type EventWorld } from '../../test/event-world.ts';
import { dayMs, logsOf, verify } from '../../test/logs-of.ts';
import { readLog } from '../../test/sealing-world.ts';
import { redactRestored } from '../backup/redact-restored.ts';
import { createHold, endHold } from '../legal-hold/holds.ts';
import { purgeOverdue } from '../retention/purge-overdue.ts';
import { deleteSite } from '../site/delete-site.ts';
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

inAllRun(() => {
  test('R§13.4 the salts of a day of many events are kept in batches, before the transaction that blanks, and counted', async () => {
    const place = await logs.ownPlace();
    const ids = await logs.store(place, 5100);
    await logs.store(place, 2, { username: 'ada lovelace' });
    while ((await logs.seal(place)).hasMore);
    const kept = () => one(world.db, 'select count(*) as value from log_salt_kept where account = $1', [place.account]);
    const { id } = await beginRedaction(logs.core, place.caller, { username: 'ada lovelace' });
    await runRedactions(logs.core, { share: 1, turnMs: Infinity });
    expect(await getRedaction(logs.core, place.caller.account, id)).toMatchObject({
      status: 'done',
      redacted: 2,
      salts_kept: 5000,
    });
    expect(await kept()).toBe(5100);
    // The next one of that day finds nothing to prepare.
    await redactEvent(logs.core, place.caller, ids[0] ?? 0);
    expect(await kept()).toBe(5099);
    await logs.expectVerified(place, { kept: 5099, redacted: 3 });
  });
});

test('R§13.4 a redaction while a bundle is written leaves it verifiable', async () => {
  const place = await logs.ownPlace();
  const ids = await logs.store(place, 2500);
  await logs.seal(place);
  const text = await logs.bundle(place, async () => {
    for (const id of [ids[3], ids[1500], ids[2400]]) await redactEvent(logs.core, place.caller, id ?? 0);
    await redactEvent(logs.core, place.caller, (await logs.store(place, 1))[0] ?? 0);
  });
  expect((await verify(text)).fault).toBeNull();
  await logs.expectVerified(place, { kept: 2497, redacted: 4 });
});

test('R§13.4 a redacted event that is purged later counts as redacted, and the kept salts go with their day', async () => {
  const place = await logs.ownPlace();
  const { caller } = place;
  const ids = await logs.store(place, 6, { occurredAt: Date.now() - 400 * dayMs });
  await logs.store(place, 3);
  await logs.seal(place);
  await redactEvent(logs.core, caller, ids[0] ?? 0);
  await logs.seal(place);
  expect(await logs.count('log_salt_kept', place)).toBe(5);
  await purgeOverdue(logs.core, { share: 1 });
  expect(await logs.count('log_salt_kept', place)).toBe(0);
  await logs.expectVerified(place, { kept: 3, redacted: 1, purged: 5 });
});

test('R§13.4 with a site its kept salts go, and a redaction that nobody told yet is told no more', async () => {
  const place = await logs.ownPlace();
  const { account, caller } = place;
  const other = { account, site: await logs.ownSite(caller) };
  const ids = await logs.store(place, 4);
  await logs.store(other, 2);
  await logs.seal(place);
  await redactEvent(logs.core, caller, ids[0] ?? 0);
  await deleteSite(logs.core, caller, place.site.id);
  expect(await logs.count('log_salt_kept', place)).toBe(0);
  await logs.expectVerified(place, { kept: 2, deleted: 4, redacted: 0 });
});

test('R§13.3 R§13.4 what is redacted again in a restored database has its salts forgotten and its note', async () => {
  const own = await ownWorld();
  const restored = logsOf(own);
  const place = await restored.ownPlace();
  const [id = 0] = await restored.store(place, 5);
  await restored.seal(place);
  async function* list() {
    yield { account: place.caller.account.id, site: place.site.id, id, at: '2026-11-01T00:00:00.000Z' };
  }
  expect(await redactRestored(own.db.work, list())).toBe(1);
  expect([await restored.count('log_salt', place), await restored.count('log_salt_kept', place)]).toEqual([0, 4]);
  await restored.seal(place);
  const verdict = await verify(await restored.bundle(place));
  expect(verdict).toMatchObject({ fault: null, events: { kept: 4, redacted: 1 } });
});

test('R§13.4 R§13.6 holds stand in the log, and what is purged after their end verifies', async () => {
  const place = await logs.ownPlace();
  const { account, caller, site } = place;
  await logs.store(place, 4, { occurredAt: Date.now() - 400 * dayMs });
  await logs.seal(place);
  const { id: hold } = await createHold(logs.core, caller, { reason: 'case' });
  await purgeOverdue(logs.core, { share: 1 });
  await endHold(logs.core, caller, hold);
  await world.db.work.query(
    `update legal_hold set ended_at = ended_at - interval '30 days', created_at = created_at - interval '40 days' where account_no = $1`,
    [account],
  );
  await purgeOverdue(logs.core, { share: 1 });
  const verdict = await verify(await logs.bundle(place));
  expect(verdict).toMatchObject({ fault: null, events: { purged: 4 } });
  expect(verdict.holds).toMatchObject([{ hold, site_id: null }]);
  const { entries } = await readLog(world, account);
  const told = entries.flatMap((entry) => ('kind' in entry ? [entry] : []));
  expect(told.slice(2)).toMatchObject([
    { kind: 'hold.begin', hold, site_id: null, by: 'account_key' },
    { kind: 'hold.end', hold, site_id: null, by: 'account_key' },
    { kind: 'purge', sites: [[site.id, expect.any(String), expect.any(String), 4]] },
  ]);
});

describe('R§13.4 redactions beside seals, arrivals and each other', () => {
  test('every event is sealed with its text or named by a note, whatever comes first', async () => {
    const place = await logs.ownPlace();
    const { account, caller } = place;
    const { events: another, db } = await world.another();
    const elsewhere = { ...logs.core, db, events: another };
    const all: number[] = [];
    let redacted = 0;
    for (let round = 0; round < runsOf(6, 60); round += 1) {
      all.push(...(await logs.store(place, 8)));
      const targets = all.filter((_, at) => (at * 7 + round) % 5 === 0).slice(-4);
      await Promise.all([
        logs.seal(place),
        ...targets.map((id, at) => redactEvent(at % 2 === 0 ? logs.core : elsewhere, caller, id)),
        another.log.seal(account),
      ]);
      redacted = await logs.count('redacted_event', place);
    }
    expect(redacted).toBeGreaterThan(4);
    await logs.expectVerified(place, { kept: all.length - redacted, redacted });
  });
});
