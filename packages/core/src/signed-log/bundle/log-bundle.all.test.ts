import { randomUUID } from 'node:crypto';

import { DomainError } from '@goal/contract';
import { runsOf } from '@goal/db/testing';
import {
  checkConsistency,
  checkInclusion,
  leafHash,
  parseCheckpoint,
  parseTlogProof,
  verifyBundle,
} from '@goal/signed-log';
import { runningSha256, sha256, verifySignature } from '@goal/signed-log/node';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { coreOf } from '../../../test/core-of.ts';
import { newEvent, one, openWorld, type EventWorld } from '../../../test/event-world.ts';
import { createAccount } from '../../account/create-account.ts';
import { changePlan } from '../../account/change-plan.ts';
import { findAccount } from '../../account/find-account.ts';
import type { Core } from '../../core.ts';
import { storeEvents } from '../../event/store/store-events.ts';
import type { Caller } from '../../ground/caller.ts';
import { purgeOverdue } from '../../retention/purge-overdue.ts';
import { createSite } from '../../site/create-site.ts';
import { deleteSite } from '../../site/delete-site.ts';
import { bundleAccountLog } from './bundle-log.ts';
import { getCheckpoint, getConsistency, getLog } from '../read/get-log.ts';
import { datedOf, eventsByIds } from '../entries/logged-events.ts';
import { proveAccountEvent } from '../read/prove-event.ts';
import { saltsOfEvents } from '../keys/salts-of-events.ts';

const actor = { kind: 'account_key', name: 'aaaaaaaa' } as const;
const dayMs = 86_400_000;
const crypto = { sha256, runningSha256, verifySignature };

let world: EventWorld;
let core: Core;
beforeAll(async () => {
  world = await openWorld();
  core = coreOf(world);
});
afterAll(() => world.close());

let made = 0;
async function ownAccount(): Promise<Caller> {
  made += 1;
  const { id } = await createAccount(core, actor, { email: `owner${made}@example.com`, plan: 'agency' });
  return findAccount(core, actor, id);
}

type Made = { rowId: number; id: string };
async function ownSite(caller: Caller, groupId?: string): Promise<Made> {
  made += 1;
  const { site_id: id } = await createSite(core, caller, {
    domain: `shop${made}.example.com`,
    site_url: 'https://example.com',
    group_id: groupId,
  });
  return world.db.prisma.site.findFirstOrThrow({ where: { id }, select: { rowId: true, id: true } });
}

const store = ({ account }: Caller, site: Made, events: number, occurredAt = Date.now() - 3_600_000) =>
  storeEvents(
    world,
    { account: account.rowId, site: site.rowId },
    Array.from({ length: events }, (_, at) =>
      newEvent({
        occurredAt: occurredAt + at,
        message: `Grüße "${at}" \u2028 of ${site.id}`,
        ip: at % 2 === 0 ? null : '2001:db8::1',
      }),
    ),
  );

/** Takes a bundle. `between` runs once, before the second piece. */
async function bundle(
  caller: Caller,
  query: { site_id?: string; group_id?: string } = {},
  between: () => Promise<unknown> = async () => {},
): Promise<string> {
  const made = await bundleAccountLog(core, caller, query, () => Promise.resolve(caller));
  await made.start();
  const pieces: Buffer[] = [];
  for await (const piece of made.bytes()) {
    pieces.push(piece);
    if (pieces.length === 1) await between();
  }
  pieces.push(await made.last());
  return Buffer.concat(pieces).toString();
}

const verify = (text: string, checkpoints: string[] = []): ReturnType<typeof verifyBundle> =>
  verifyBundle(piecesOf(text), { crypto, checkpoints });
async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

test('R§16.6 the bundle of an account verifies: with events, purges, a deletion, and a checkpoint of before', async () => {
  const caller = await ownAccount();
  const [site, other, third] = [await ownSite(caller), await ownSite(caller), await ownSite(caller)];
  await getLog(core, caller.account);
  await store(caller, site, 300);
  await store(caller, other, 20, Date.now() - 400 * dayMs);
  await store(caller, third, 3);
  await core.events.log.seal(caller.account.rowId);
  const before = await getCheckpoint(core, caller.account);
  await store(caller, other, 5);
  await purgeOverdue(core, { share: 1 });
  await deleteSite(core, caller, third.id);
  const text = await bundle(caller);
  const verdict = await verify(text, [before]);
  expect(verdict).toMatchObject({
    verified: true,
    fault: null,
    scope: { account_id: caller.account.id },
    events: { kept: 305, purged: 20, deleted: 3, redacted: 0, late: 20 },
  });
  expect(text).not.toContain(`of ${third.id}`);
  // One letter of one event.
  const { rows } = await world.db.work.query<{ id: number }>(
    `update event set message = message || '.' where (account, id) in (select account, id from event where account = $1 and site = $2 order by id limit 1) returning id`,
    [caller.account.rowId, site.rowId],
  );
  const tampered = await verify(await bundle(caller));
  expect([rows.length, tampered.verified]).toEqual([1, false]);
});

test('R§16.6 what is purged or deleted while a bundle is written is noted behind its line', async () => {
  const caller = await ownAccount();
  const [site, other] = [await ownSite(caller), await ownSite(caller)];
  await getLog(core, caller.account);
  await store(caller, site, 1000, Date.now() - 364 * dayMs);
  await store(caller, other, 1000);
  await store(caller, site, 200, Date.now() - 364 * dayMs);
  await core.events.log.seal(caller.account.rowId);
  const text = await bundle(caller, {}, async () => {
    await changePlan(core, caller, 'starter');
    await world.db.work.query('delete from retention_cut');
    await purgeOverdue(core, { share: 1 });
    await deleteSite(core, caller, other.id);
  });
  const verdict = await verify(text);
  expect(verdict).toMatchObject({ verified: true, fault: null });
  expect(verdict.events.purged).toBeGreaterThan(100);
  expect(verdict.events.kept).toBeGreaterThan(500);
  expect(verdict.events.deleted).toBeGreaterThan(0);
  // A rule that was shortened is on its first page.
  expect(verdict.shortenings).toMatchObject([
    { from_days: 365, to_days: 30 },
    { from_days: 365, to_days: 30 },
  ]);
});

test('R§16.6 a bundle of a site or group proves its events without a text, salt, id or site of another one', async () => {
  const caller = await ownAccount();
  const group = await world.db.prisma.group.create({
    data: { accountRowId: caller.account.rowId, name: randomUUID() },
    select: { id: true },
  });
  const [own, member] = [await ownSite(caller), await ownSite(caller, group.id)];
  const others = [await ownSite(caller), await ownSite(caller)];
  await getLog(core, caller.account);
  const runs = runsOf(3, 60);
  for (let run = 0; run < runs; run += 1) {
    await store(caller, others[run % 2] ?? own, 1 + ((run * 37) % 90));
    await store(caller, own, run % 3, run === 1 ? Date.now() - 400 * dayMs : undefined);
    await store(caller, member, 1);
  }
  await core.events.log.seal(caller.account.rowId);
  await purgeOverdue(core, { share: 1 });
  for (const [query, shown] of [
    [{ site_id: own.id }, own],
    [{ group_id: group.id }, member],
  ] as const) {
    const text = await bundle(caller, query);
    const verdict = await verify(text);
    expect(verdict).toMatchObject({ verified: true, fault: null, scope: query });
    expect(verdict.sites.map(({ site_id }) => site_id)).toEqual([shown.id]);
    const stored = await one(world.db, 'select count(*) as value from event where account = $1 and site = $2', [
      caller.account.rowId,
      shown.rowId,
    ]);
    expect(verdict.events.kept).toBe(stored);
    expect(verdict.events.purged).toBe(shown === own ? 1 : 0);
    for (const hidden of [own, member, ...others]) if (hidden !== shown) expect(text).not.toContain(hidden.id);
    const { account } = caller;
    const { rows } = await world.db.work.query<{ id: number }>(
      'select id from event where account = $1 and site <> $2',
      [account.rowId, shown.rowId],
    );
    const events = await eventsByIds(
      world.db.work,
      account.rowId,
      rows.map(({ id }) => id),
    );
    const salts = await saltsOfEvents(world.db.work, account.rowId, [...events.values()].map(datedOf));
    expect([events.size, salts.size]).toEqual([rows.length, rows.length]);
    const ids = new Set(text.match(/"id":\d+/g));
    const bytes = Buffer.from(text);
    for (const { event } of events.values()) {
      expect(ids).not.toContain(`"id":${event.id}`);
      expect(text).not.toContain(event.event_uuid);
      const salt = Buffer.from(salts.get(event.id) ?? []);
      for (const form of [salt, salt.toString('base64'), salt.toString('hex')])
        expect(bytes.includes(form)).toBe(false);
    }
    // The same search finds what is shown.
    expect(text).toContain(`"site_id":"${shown.id}"`);
    expect(text).toMatch(/"event_uuid":"[0-9a-f-]{36}"/);
  }
  // Taken again, the numbers that the log says are the same.
  expect(await verify(await bundle(caller, { site_id: own.id }))).toMatchObject({ verified: true });
  expect(await verify(await bundle(caller))).toMatchObject({ verified: true });
});

test('R§16.4 R§16.5 proofs of events and of sizes lead to the checkpoints', async () => {
  const caller = await ownAccount();
  const site = await ownSite(caller);
  const heads: { size: number; root: string }[] = [];
  const { size, root } = await getLog(core, caller.account);
  heads.push({ size, root });
  for (const events of [1, 30, 40, 500, 77]) {
    await store(caller, site, events);
    await core.events.log.seal(caller.account.rowId);
    const head = await getLog(core, caller.account);
    heads.push({ size: head.size, root: head.root });
  }
  const newest = heads.at(-1) ?? expect.fail();
  for (const [at, { size: from, root: fromRoot }] of heads.entries())
    for (const { size: to, root: toRoot } of heads.slice(at)) {
      const { hashes } = await getConsistency(core, caller.account, { from, to });
      const proof = {
        from,
        to,
        fromRoot: atob(fromRoot),
        toRoot: atob(toRoot),
        hashes: hashes.map((one) => atob(one)),
      };
      expect(checkConsistency(sha256, proof)).toBe(true);
    }
  await expect(getConsistency(core, caller.account, { from: newest.size + 1 })).rejects.toThrow('invalid from');
  await expect(getConsistency(core, caller.account, { from: 3, to: 2 })).rejects.toThrow('invalid to');
  const { rows } = await world.db.work.query<{ id: number }>('select id from event where account = $1 order by id', [
    caller.account.rowId,
  ]);
  for (const { id } of [rows[0], rows[31], rows[300], rows.at(-1)].filter((row) => row !== undefined)) {
    const proof = parseTlogProof(await proveAccountEvent(core, caller, String(id))) ?? expect.fail();
    const { entry, event } = JSON.parse(Buffer.from(proof.extra ?? []).toString()) as { entry: string; event: string };
    const head = parseCheckpoint(proof.checkpoint)?.head ?? expect.fail();
    const leaf = leafHash(sha256, entry);
    expect(
      checkInclusion(sha256, { size: head.size, index: proof.index, leaf, hashes: proof.hashes, root: head.root }),
    ).toBe(true);
    expect(JSON.parse(event)).toMatchObject({ id, site_id: site.id });
  }
  await store(caller, site, 1);
  const late = await one(world.db, `select max(id) as value from event where account = ${caller.account.rowId}`);
  await expect(proveAccountEvent(core, caller, String(late))).rejects.toThrow('not sealed yet');
  for (const id of ['0', 'x', '1', String(Number(late) + 1)])
    await expect(proveAccountEvent(core, caller, id)).rejects.toThrow('not found');
});

test('R§16.5 an event has its proof that was sealed behind one with a larger id and four thousand notes', async () => {
  const caller = await ownAccount();
  const site = await ownSite(caller);
  const moveIds = (by: number) =>
    world.db.work.query(`select setval('event_block', last_value + $1) from event_block`, [by]);
  // As when the statement that got its ids first commits last.
  await moveIds(50);
  await store(caller, site, 1);
  await core.events.log.seal(caller.account.rowId);
  await world.db.work.query(
    `insert into log_outbox (account, note)
     select $1, jsonb_build_object('kind', 'site.retention', 'sites', null, 'retention_days', 90 + n % 2, 'by', 'operator')
     from generate_series(1, 4000) n`,
    [caller.account.rowId],
  );
  await moveIds(-50);
  await store(caller, site, 1);
  await moveIds(50);
  while ((await core.events.log.seal(caller.account.rowId)).hasMore);
  const id = await one(world.db, `select min(id) as value from event where account = ${caller.account.rowId}`);
  const proof = parseTlogProof(await proveAccountEvent(core, caller, String(id))) ?? expect.fail();
  expect(proof.index).toBeGreaterThan(4000);
});

test('R§16.5 an event that was stored before the log began has no proof', async () => {
  const caller = await ownAccount();
  const site = await ownSite(caller);
  await store(caller, site, 2);
  // As in an account that was there before the service kept logs.
  await world.db.work.query(`delete from log_outbox where account = $1`, [caller.account.rowId]);
  expect(await getLog(core, caller.account)).toMatchObject({ earlier_events: 2, previous: null, key_kept: 'database' });
  const { rows } = await world.db.work.query<{ id: number }>('select id from event where account = $1', [
    caller.account.rowId,
  ]);
  await expect(proveAccountEvent(core, caller, String(rows[0]?.id))).rejects.toThrow(DomainError);
  expect(await verify(await bundle(caller))).toMatchObject({ verified: true, events: { kept: 0 } });
});
