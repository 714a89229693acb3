import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { statusShape } from '@goal/contract';
import { readRisks } from '@goal/db';
import { copyFilledFolder, inAllRun } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Running } from '../testing/goal.ts';
import { json, openService, type ServiceUnderTest } from '../testing/service.ts';

let service: ServiceUnderTest;
/** What is told of the server of the tests, which gives up durability. */
let risks: string[];
/** The exit code where nothing else needs attention. */
let well: number;
beforeAll(async () => {
  service = await openService();
  risks = (await readRisks(service.db.work)).map((risk) => `What is acknowledged may be lost: ${risk}`);
  well = risks.length === 0 ? 0 : 1;
});
afterAll(() => service.end());

const others = (concerns: unknown): unknown[] =>
  Array.isArray(concerns) ? concerns.filter((one) => !risks.includes(String(one))) : [];

/**
 * The concerns beside those of the server of the tests. Asks again while the database of a busy
 * machine does not answer in time: the command says so.
 */
async function concerns(code: number): Promise<unknown> {
  const ended = await service.goal('status --json');
  return ended.err.includes('The database stopped answering') ? concerns(code) : others(json(ended, code)['concerns']);
}
/** The screen, asked for again as above. */
async function screen(): Promise<string> {
  const { out, err } = await service.goal('status');
  return err.includes('The database stopped answering') ? screen() : out;
}
const alone = 'No server was heard of within the last minute.';

inAllRun(() => {
  test('R§9.1 status without a server prints one screen and exits with 1, because that needs attention', async () => {
    const { code, out, err } = await service.goalProcess('status');
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out.trim().split('\n').length).toBeLessThan(25);
    for (const name of [
      'Version',
      'Database',
      'Migrations',
      'Instances',
      'Time zones',
      'Redis',
      'Retention',
      'To reclaim',
      'Mail',
      'Streams',
      'People',
      'Payments',
    ])
      expect(out).toMatch(new RegExp(`^${name} `, 'm'));
    expect(out).toContain(`! ${alone}`);
  });
});

test('R§9.1 status --json prints one object with everything', async () => {
  expect(json(await service.goal('status --json'), 1)).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    database: {
      kind: 'DATABASE_URL',
      postgresql: expect.stringMatching(/^\d+/),
      bytes: expect.any(Number),
      last_migration: expect.stringMatching(/^\d{14}_/),
      refuses_writes: null,
    },
    citus: null,
    time_zones: { release: expect.stringMatching(/^20\d\d[a-z]$/) as string, source: expect.any(String) as string },
    redis: null,
    instances: [],
    retention: {
      last_pass_at: null,
      last_end_at: null,
      last_deleted: null,
      held: null,
      overdue: { events: 0, sites: 0, oldest_day: null, counted_at: null },
      grace_days: 14,
    },
    to_reclaim: 0,
    mail: { waiting: 0, failing: 0, last_failure: null, oldest_waiting_since: null },
    streams: {
      active: 0,
      failing: 0,
      failing_since: null,
      paused: 0,
      resting: 0,
      disabled: 0,
      set_aside: 0,
      waiting_seconds: 0,
      key_kept: null,
    },
    signed_logs: { logs: 0, behind_seconds: 0, mismatches: 0, key_kept: null },
    people: { people: 0, open_sessions: 0, open_invitations: 0 },
    payment_refusal: null,
    concerns: [...risks, alone],
  });
});

test('R§9.1 R§10.4 status counts people, and the sessions and invitations that are open', async () => {
  await service.rows(
    `with a as (insert into account (email, plan) values ('counted@example.com', 'free') returning no),
       p as (insert into person (email) values ('jo@example.com') returning no),
       s as (insert into session (prefix, hash, person_no, how, created_at, expires_at, ended_at)
         select v.prefix, '', p.no, 'password', now() - v.age, now() + v.life, v.ended from p, (values
           ('open', interval '6 days', interval '1 day', null::timestamptz), ('ended', '1 hour', '1 day', now()),
           ('expired', '1 hour', '-1 hour', null), ('idle', '8 days', '1 day', null)) v (prefix, age, life, ended))
     insert into invitation (prefix, hash, account_no, role, email, created_by, expires_at, accepted_at, revoked_at)
     select v.prefix, '', a.no, 'viewer', v.prefix, 'jo', now() + v.life, v.accepted, v.revoked from a, (values
       ('open', interval '1 day', null::timestamptz, null::timestamptz), ('accepted', '1 day', now(), null),
       ('revoked', '1 day', null, now()), ('expired', '-1 day', null, null)) v (prefix, life, accepted, revoked)`,
  );
  const counted = { people: 1, open_sessions: 1, open_invitations: 1 };
  expect(json(await service.goal('status --json'), 1)['people']).toEqual(counted);
  expect(await screen()).toMatch(/^People +1 person, 1 session open, 1 invitation open$/m);
  await service.rows(`delete from account where email = 'counted@example.com'`);
  await service.rows('delete from person');
});

inAllRun(() => {
  test('R§9.1 a database that accepts a statement but does not finish it is reported in a sentence', async () => {
    const session = await service.db.work.connect();
    try {
      await session.query('begin; set local idle_in_transaction_session_timeout = 0; lock table mail');
      const { code, out, err } = await service.goalProcess('status');
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^The database stopped answering \(.* timeout\): check it, then run the command again\.\n$/);
    } finally {
      await session.query('rollback');
      session.release();
    }
  });

  test('R§9.1 R§8 GET /admin/status: with a running server, status exits with 1 and a sentence for each thing that needs attention, and the operator API says the same', async () => {
    const server: Running = await service.startServer({ LOG_LEVEL: 'warn' });
    await expect.poll(() => service.rows('select from instance')).toHaveLength(1);
    await expect.poll(() => service.rows('select from retention_state where last_end_at is not null')).toHaveLength(1);
    const seen = await service.goal('status');
    expect(seen).toMatchObject({ code: well, err: '' });
    expect(seen.out).toContain('1 server, 0 workers within the last minute');
    expect(seen.out).toMatch(new RegExp(`^ +server .+:${server.child.pid}, [0-9.]+, since 20`, 'm'));

    const { token } = json(await service.goal('admin-token create --name desk --scope admin:read --json'), 0);
    const answer = async () => {
      const headers = { Authorization: `Bearer ${String(token)}` };
      const got = await fetch(`${service.origin}/v1/goal/admin/status`, { headers });
      return statusShape.parse(await got.json());
    };
    const { version, database, mail, people, instances, concerns: none } = await answer();
    expect([instances.length, none]).toEqual([1, risks]);
    const same = { version, database: { ...database, bytes: expect.any(Number) }, mail, people };
    expect(json(await service.goal('status --json'), well)).toMatchObject(same);

    // These states take hours to arise, so the test writes them into the tables.
    await service.rows(`insert into account (email, plan) values ('a@example.com', 'free')`);
    await service.rows(
      `insert into mail (account_no, kind, month, attempts, failure, created_at, due_at)
     select no, 'fair_use', '2026-01-01', 3, '450 later', now() - interval '2 hours', now() + interval '1 day' from account`,
    );
    expect(await concerns(1)).toEqual(['Mail has not been taken for an hour: 450 later.']);
    await service.rows(`delete from mail`);
    await service.rows(`insert into payment_refusal (at, reason) values (now(), 'unknown price')`);
    expect(await concerns(1)).toEqual(['A payment event changed nothing within the last day: unknown price.']);
    expect(others((await answer()).concerns)).toEqual([
      'A payment event changed nothing within the last day: unknown price.',
    ]);
    // Anybody can send an invalid signature, so it is shown but needs no attention.
    await service.rows(`update payment_refusal set reason = 'invalid signature'`);
    const unsigned = await service.goal('status');
    expect(unsigned.code).toBe(well);
    expect(unsigned.out).toMatch(/Payments +last refused .*: invalid signature/);
    await service.rows(`update payment_refusal set at = now() - interval '25 hours', reason = 'unknown price'`);
    await service.rows(`update retention_state set last_run_at = now() - interval '25 hours'`);
    expect(await concerns(1)).toEqual(['Retention has not come to its end for a day.']);
    await service.rows(`update retention_state set last_run_at = now() - interval '8 days'`);
    expect(await concerns(1)).toEqual(['Retention deletes nothing until it is confirmed: goal worker --confirm.']);
    await expect
      .poll(() => service.rows('select from retention_state where overdue_counted_at is not null'))
      .toHaveLength(1);
    const held = await service.goal('status');
    expect(held.out).toMatch(/HELD since the pass of .*: silence/);
    expect(held.out).toMatch(/^ +0 events overdue, counted 20/m);
    await service.rows(`update retention_state set last_run_at = now()`);
    await service.rows(`insert into instance (id, kind, version) values (gen_random_uuid(), 'worker', '0.0.1')`);
    expect(await concerns(1)).toEqual(['Instances of different versions are running.']);
    await service.rows(`update instance set seen_at = now() - interval '61 seconds' where version = '0.0.1'`);
    expect(await concerns(well)).toEqual([]);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(await concerns(1)).toEqual([alone]);
  });

  test('R§9.1 status exits with 0 while all is well', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'goal-status-'));
    const embedded = { DATABASE_URL: '', DATA_DIR: folder };
    try {
      copyFilledFolder(folder);
      const server = await service.startServer({ LOG_LEVEL: 'warn', ...embedded });
      await expect
        .poll(() => service.goalProcess('status', embedded))
        .toMatchObject({ code: 0, err: '', out: expect.stringContaining('All is well.') as string });
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
