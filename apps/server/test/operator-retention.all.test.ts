import { retentionShape, type RetentionView } from '@goal/contract';
import { confirmRetention, noteOverdue, purgeOverdue } from '@goal/core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { makeEvent, startService, type TestService } from './harness.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ retentionGraceDays: 0 });
});
afterAll(() => service.stop());

const dayMs = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();
const retention = async (token = service.adminRead): Promise<RetentionView> =>
  (await service.admin('GET', '/retention', { token })).as(200, retentionShape);
/**
 * Pretends that the last pass was at this moment, on this database or another, so that the
 * background worker finds the same.
 */
const lastPass = (at: string, identity?: string): Promise<unknown> =>
  service.db.work.query(
    `INSERT INTO retention_state (last_run_at, identity) VALUES ($1, coalesce($2, 'none'))
     ON CONFLICT ("only") DO UPDATE SET last_run_at = $1, identity = coalesce($2, retention_state.identity)`,
    [at, identity ?? null],
  );

test('R§9.2 the report says why nothing is deleted, since when, and what is overdue; after approval it says what was deleted', async () => {
  const core = { db: service.db, settings: { retentionGraceDays: 0 } };
  const since = daysAgo(8);
  await lastPass(since, 'another');
  const account = await service.makeAccount({ plan: 'starter' });
  const [one, two] = [await service.makeSite(account), await service.makeSite(account)];
  const reseller = await service.makeAccount({ plan: 'free', reseller: true });
  const kept = await service.makeSite(reseller);
  const oldest = daysAgo(40);
  // Only a reseller may send so old an event.
  await service.setReseller(account, true);
  await service.ingest(
    one,
    [oldest, daysAgo(35), daysAgo(3)].map((occurred_at) => makeEvent({ occurred_at })),
  );
  await service.ingest(two, [makeEvent({ occurred_at: daysAgo(31) })]);
  await service.setReseller(account, false);
  await service.ingest(kept, [makeEvent({ occurred_at: daysAgo(700) })]);
  // Does what the background worker does, at a moment that the test chooses.
  await noteOverdue(core);
  expect(await retention()).toEqual({
    last_pass_at: since,
    last_end_at: null,
    last_deleted: null,
    held: { reason: 'another database', since },
    overdue: { events: 3, sites: 2, oldest_day: oldest.slice(0, 10), counted_at: expect.any(String) },
    grace_days: 0,
  });
  expect(await retention(service.adminWrite)).toMatchObject({ held: { since }, overdue: { events: 3 } });

  const before = Date.now();
  await confirmRetention(core, { kind: 'cli', name: 'goal worker' }, await noteOverdue(core));
  expect(await retention()).toMatchObject({ held: null });
  await purgeOverdue(core);
  await noteOverdue(core);
  const now = await retention();
  expect(now).toMatchObject({ held: null, overdue: { events: 0, sites: 0, oldest_day: null } });
  expect(now.last_deleted).not.toBeNull();
  expect(Date.parse(now.last_pass_at ?? '')).toBeGreaterThanOrEqual(before - 1000);

  const silent = daysAgo(9);
  await lastPass(silent);
  expect((await retention()).held).toEqual({ reason: 'silence', since: silent });
});

test('R§9.2 the report answers at once however long the count of overdue events takes: the worker counts, and says when', async () => {
  const core = { db: service.db, settings: { retentionGraceDays: 0 } };
  const since = daysAgo(10);
  await lastPass(since, 'another');
  await noteOverdue(core);
  const session = await service.db.work.connect();
  try {
    // Any count now waits until this transaction ends.
    await session.query('begin; set local idle_in_transaction_session_timeout = 0; lock table kept');
    const { held, overdue } = await retention();
    expect(held).toEqual({ reason: 'another database', since });
    expect(Date.parse(overdue.counted_at ?? '')).toBeGreaterThan(Date.parse(since));
  } finally {
    await session.query('rollback');
    session.release();
  }
});

test('I§5.R8 only an admin token reads the report', async () => {
  const account = await service.makeAccount();
  (await service.call('GET', '/admin/retention')).refused(401, 'missing bearer token');
  (await service.call('GET', '/admin/retention', { token: account.token })).refused(401, 'invalid token');
});
