import { inLongRun } from '@goal/db/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { aged, register } from '../testing/register.ts';
import { json, openService, type ServiceUnderTest } from '../testing/service.ts';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await openService();
});
afterEach(() => service.end());

/**
 * Makes an account with one site, `perDay` events on each of the last `days` days, and their
 * counters.
 */
async function fill(days: number, perDay: number): Promise<void> {
  await service.rows(
    `with a as (insert into account (email, plan) values ('owner@example.com', 'starter') returning no),
     s as (insert into site (account_no, domain, domain_scope, site_url, retention_days)
       select no, 'shop.example.com', 0, 'https://shop.example.com', 30 from a returning no, account_no)
     insert into event (id, account, site, occurred_at, code, user_id, severity, message, username)
     select d * 1000000 + n, account_no, s.no, now() - d * interval '24 hours' - interval '1 hour', 1000, 0, 1, 'Changed a post', 'ada'
     from s, generate_series(0, $1 - 1) d, generate_series(1, $2) n`,
    [days, perDay],
  );
  const day = `(occurred_at at time zone 'utc')::date`;
  await service.rows(
    `insert into kept (account, site, day, severity, n) select account, site, ${day}, severity, count(*) from event group by 1, 2, 3, 4`,
  );
  await service.rows(
    `insert into kept_day (account, day, severity, n) select account, day, severity, sum(n) from kept group by 1, 2, 3`,
  );
}

const count = async (): Promise<number> => {
  const [row] = await service.rows('select count(*) as n from event');
  return Number(row?.['n']);
};

/** Compares the counters with the stored events. */
async function expectTrueCounters(): Promise<void> {
  const day = `(occurred_at at time zone 'utc')::date::text`;
  expect(
    await service.rows('select account, site, day::text, severity, n from kept where n <> 0 order by 1, 2, 3, 4'),
  ).toEqual(
    await service.rows(
      `select account, site, ${day} as day, severity, count(*) as n from event group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    ),
  );
  expect(
    await service.rows('select account, day::text, severity, n from kept_day where n <> 0 order by 1, 2, 3'),
  ).toEqual(
    await service.rows(
      `select account, ${day} as day, severity, count(*) as n from event group by 1, 2, 3 order by 1, 2, 3`,
    ),
  );
}

test("R§9.2 R§4.3 from outside: once the reseller flag is off, exactly the plan's retention remains of two years of events, and the counters agree", async () => {
  // Each command sets its own grace period; the running server waits for 14 days.
  await service.startServer({ LOG_LEVEL: 'warn' });
  const { key, setReseller, send } = await register(service);
  await setReseller(true);
  expect(await send(Array.from({ length: 730 }, (_, day) => aged(day)))).toMatchObject({ accepted: 730 });
  const once = async (more = {}) => json(await service.goal('worker --once --json', more));
  const noGrace = { RETENTION_GRACE_DAYS: '0' };
  expect(await once(noGrace)).toMatchObject({ deleted: { events: 0, sites: 0 } });
  await setReseller(false);
  expect(await once()).toMatchObject({ deleted: { events: 0, sites: 0 } });
  expect(await once(noGrace)).toEqual({
    deleted: { events: 700, sites: 1 },
    held: null,
    mails: { sent: 0, logged: 0, failed: 0 },
    streams: { events: 0, failing: 0 },
    waiting_to_be_reclaimed: 0,
  });
  const page = await service.call('GET', '/account/events?limit=200', { token: key });
  const { events } = page.body as { events: { message: string }[] }; // otherwise the assertion fails
  expect(events.map(({ message }) => message)).toEqual(
    Array.from({ length: 30 }, (_, day) => `${day} days and an hour old`),
  );
  await expectTrueCounters();
  const again = await service.goal('worker --once', noGrace);
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(again.out).toContain('Retention deleted 0 events from 0 sites.');
});

test('R§9.3 from outside: duplicates and rejected events do not count, the first event above fair use causes one mail, and without SMTP_URL it is logged exactly once', async () => {
  const server = await service.startServer({ LOG_LEVEL: 'warn' });
  const { send } = await register(service);
  await service.goal('plan set starter --fair-use 3');
  const same = { ...aged(0), event_uuid: '00000000-0000-4000-8000-000000000001' };
  expect(await send([aged(0), aged(1), same, same, aged(31), { ...aged(0), severity: 'odd' }])).toMatchObject({
    accepted: 3,
    duplicates: 1,
    rejected: [{ index: 4 }, { index: 5 }],
  });
  expect(await service.rows('select from mail')).toEqual([]);
  for (let more = 0; more < 2; more += 1) expect(await send([aged(0)])).toMatchObject({ accepted: 1 });
  expect(await service.rows('select from mail')).toHaveLength(1);
  server.child.kill('SIGTERM');
  await server.ended;
  const rounds = [await service.goal('worker --once'), await service.goal('worker --once')];
  const log = [server.out, ...rounds.map(({ err }) => err)].join('');
  expect(log.match(/SMTP_URL is not set: this mail was not sent/g)).toHaveLength(1);
  expect(log).toContain('"to":"owner@example.com"');
  expect(await service.rows('select outcome from mail')).toEqual([{ outcome: 'logged' }]);
});

test('R§9.1 R§9.2 while retention is held back, --once deletes nothing, says why and exits with 1; --confirm without a terminal refuses and says what it would delete; with --yes retention continues, and that is recorded', async () => {
  await fill(40, 3);
  await service.rows(
    `insert into retention_state (last_run_at, identity) values (now() - interval '90 days', 'another')`,
  );
  await service.rows('update retention_state set identity = $1', [await identity()]);
  const [oldest] = await service.rows(`select min(day)::text as day from kept`);
  const once = await service.goal('worker --once');
  expect(once.code).toBe(1);
  expect(once.err).toMatch(/Retention deleted nothing: the last pass ran on [-0-9]{10}, more than 7 days ago/);
  expect(json(await service.goal('worker --once --json'), 1)).toMatchObject({
    deleted: { events: 0, sites: 0 },
    held: { reason: 'silence' },
  });
  for (const args of ['worker --confirm', 'worker --confirm --json']) {
    const { code, out, err } = await service.goal(args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(
      `It will delete 30 events from 1 site, the oldest from ${String(oldest?.['day'])}. There is no terminal to ask on: confirm with --yes.\n`,
    );
  }
  expect(await count()).toBe(120);
  // `goal status` shows the same figures as the refusal.
  expect((await service.goal('status')).out).toMatch(/^ +30 events overdue, the oldest from [-0-9]{10}, counted 20/m);
  const overdue = { events: 30, sites: 1, oldest_day: oldest?.['day'] };
  expect(json(await service.goal('worker --confirm --yes --json'))).toMatchObject({
    confirmed: true,
    held: { reason: 'silence' },
    overdue,
  });
  expect(
    await service.rows(
      `select actor_kind, actor, detail->'events' as events, detail->>'oldest_day' as day from action`,
    ),
  ).toEqual([{ actor_kind: 'cli', actor: 'goal worker', events: 30, day: oldest?.['day'] }]);
  expect(await count()).toBe(120);
  expect(json(await service.goal('worker --once --json'))).toMatchObject({ deleted: { events: 30, sites: 1 } });
  expect(await count()).toBe(90);
  expect(json(await service.goal('worker --confirm --yes --json'))).toEqual({ confirmed: false });
  await expectTrueCounters();
});

/** The identity of this database, as the worker records it. */
async function identity(): Promise<unknown> {
  await service.rows('update retention_state set last_run_at = now(), identity = $1', ['another']);
  await service.goal('worker --confirm --yes');
  const [state] = await service.rows('select identity from retention_state');
  await service.rows(`update retention_state set last_run_at = now() - interval '90 days'`);
  await service.rows(`delete from action`);
  return state?.['identity'];
}

test('R§9.2 after kill -9 in the middle of a purge the next --once finishes it, and the counters are right', async () => {
  await fill(90, 600);
  const holder = await service.db.work.connect();
  let left: number;
  try {
    // An event in the middle is held, so that the purge cannot end before the kill.
    await holder.query(`begin; set local idle_in_transaction_session_timeout = 0;
      select from event where id = (select id from event order by occurred_at offset 18000 limit 1) for update`);
    const worker = service.startGoal('worker --once --json');
    await expect.poll(count).toBeLessThan(54_000);
    worker.child.kill('SIGKILL');
    expect(await worker.ended).toBeNull();
    left = await count();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(left).toBeGreaterThan(18_000);
  await expectTrueCounters();
  // The killed worker's connection may still be running its last statement.
  await expect
    .poll(() =>
      service.rows(
        `select from pg_stat_activity where datname = current_database() and application_name like 'goal (c%'`,
      ),
    )
    .toEqual([]);
  const between = await count();
  expect(json(await service.goal('worker --once --json'))).toMatchObject({
    deleted: { events: between - 18_000, sites: 1 },
  });
  expect(await count()).toBe(18_000);
  await expectTrueCounters();
});

inLongRun(() => {
  test('R§9.2 two standalone workers share the work; each exits with 0 on SIGTERM and leaves the list of instances', async () => {
    await fill(60, 100);
    const workers = [service.startGoal('worker'), service.startGoal('worker')];
    await expect.poll(count).toBe(3000);
    await expectTrueCounters();
    expect(await service.rows('select kind from instance')).toEqual([{ kind: 'worker' }, { kind: 'worker' }]);
    for (const { child } of workers) child.kill('SIGTERM');
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0]);
    expect(await service.rows('select kind from instance')).toEqual([]);
  });
});

test('R§9.2 a server runs the worker: it deletes events, reports in metrics and log when retention is held back, and stops with the server', async () => {
  await fill(40, 2);
  const first = await service.startServer();
  const metrics = async (): Promise<string> => String((await service.call('GET', '/metrics', { root: true })).body);
  await expect.poll(count).toBe(60);
  await expect.poll(metrics).toContain('goal_retention_deleted_events_total 20');
  expect(await metrics()).toContain('goal_retention_held 0');
  await expect.poll(() => service.rows('select kind from instance')).toEqual([{ kind: 'server' }]);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(await service.rows('select kind from instance')).toEqual([]);

  await service.rows(`update site set retention_days = 7; update retention_state set identity = 'that of a backup'`);
  const second = await service.startServer();
  await expect.poll(metrics).toContain('goal_retention_held 1');
  const warning = 'retention deletes nothing until it is confirmed: goal worker --confirm';
  await expect.poll(() => second.out).toContain(warning);
  expect(second.out).toContain('"reason":"another database"');
  expect(await count()).toBe(60);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});
