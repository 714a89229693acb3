import { expect, test } from 'vitest';

import { ownWorld } from '../../test/event-world.ts';
import { nextFirst } from '../mail/checkpoint/first-of-month.ts';
import { writeCheckpointMail } from '../mail/checkpoint/write-checkpoint-mail.ts';
import { nextMonday } from '../mail/weekly/monday.ts';
import { writeWeeklyMail } from '../mail/weekly/write-weekly-mail.ts';
import { settleRestored } from './settle-restored.ts';

const takenAt = '2026-11-22T00:00:00Z';

test('R§10.4 R§10.36 R§15.11 a restored database opens with no session, invitation, attempt or checkout of its original, and sends neither news nor streams of it', async () => {
  const world = await ownWorld();
  const { db } = world;
  const { account } = await world.account();
  await db.work.query(
    `with p as (insert into person (email) values ('jo@example.com') returning no),
       s as (insert into session (prefix, hash, person_no, how, expires_at) select 'aaaaaaaa', '', no, 'password', now() + interval '1 day' from p),
       c as (insert into ceremony (hash, kind, person_no, data, expires_at) select '', 'code_entry', no, '{}', now() + interval '1 day' from p),
       o as (insert into checkout (account_no, session, price) values ($1, 'cs_1', 'price_a')),
       a as (insert into admin_token (prefix, hash, name, scope) values ('dddddddd', '', 'desk', 'admin:write') returning no),
       q as (insert into operator_session (prefix, hash, token_no, expires_at) select 'eeeeeeee', '', no, now() + interval '1 hour' from a),
       m as (insert into mail (account_no, person_no, kind) select $1, no, 'account_key' from p),
       t as (insert into stream (account_no, name, sink, sealed, era, seq) values ($1, 'SIEM', '{"type": "mail"}', '', 1, 7))
     insert into invitation (prefix, hash, mailed_prefix, mailed_hash, account_no, role, email, created_by, expires_at)
     values ('bbbbbbbb', '', 'cccccccc', '', $1, 'viewer', 'mia@example.com', 'jo@example.com', now() + interval '1 day')`,
    [account],
  );
  expect((await settleRestored(db.work, { takenAt })).mails).toEqual([
    { to: 'jo@example.com', kind: 'account_key', month: null },
  ]);
  const left = await db.work.query<{ doors: number }>(
    `select (select count(*) from session where ended_at is null) + (select count(*) from ceremony)
       + (select count(*) from operator_session where ended_at is null)
       + (select count(*) from checkout)
       + (select count(*) from invitation where accepted_at is null and revoked_at is null)
       + (select count(*) from mail where done_at is null) as doors`,
  );
  expect(left.rows).toEqual([{ doors: 0 }]);
  const streams = await db.work.query('select status, paused_by, last_error from stream');
  expect(streams.rows).toEqual([
    { status: 'paused', paused_by: 'restore', last_error: 'the database was restored or failed over' },
  ]);
});

test('R§10.40 a restored database sends no weekly summary of a Monday before', async () => {
  const world = await ownWorld();
  const { db } = world;
  const { account } = await world.account();
  for (const zone of [null, 'Asia/Kathmandu'])
    await db.work.query(
      `with p as (insert into person (email, time_zone) values (gen_random_uuid() || '@example.com', $2) returning no),
         m as (insert into membership (person_no, account_no, role) select no, $1, 'viewer' from p returning person_no)
       insert into weekly_mail (person_no, account_no, with_texts, due_at)
       select person_no, $1, false, clock_timestamp() - interval '3 days' from m`,
      [account, zone],
    );
  await settleRestored(db.work, { takenAt });
  expect(await writeWeeklyMail({ db })).toBe(0);
  const due = await db.work.query<{ at: Date }>('select w.due_at as at from weekly_mail w order by person_no');
  const mondays = ['UTC', 'Asia/Kathmandu'].map((zone) => new Date(nextMonday(zone, Date.now()).dueMs));
  expect(due.rows.map(({ at }) => at)).toEqual(mondays);
});

test('R§16.15 a restored database sends no checkpoint of a month before', async () => {
  const world = await ownWorld();
  const { db } = world;
  const { account } = await world.account();
  await db.work.query(
    `with p as (insert into person (email) values ('owner@example.com') returning no)
     insert into membership (person_no, account_no, role, checkpoint_mail_due_at)
     select no, $1, 'owner', clock_timestamp() - interval '3 days' from p`,
    [account],
  );
  await settleRestored(db.work, { takenAt });
  expect(await writeCheckpointMail({ db })).toBe(0);
  const due = await db.work.query<{ at: Date }>('select checkpoint_mail_due_at as at from membership');
  expect(due.rows).toEqual([{ at: nextFirst(new Date()) }]);
});

test('a backup that is older than people is settled too', async () => {
  const world = await ownWorld();
  const { db } = world;
  const { account } = await world.account();
  await db.work.query(
    'drop table person, session, session_entry, operator_session, invitation, ceremony, membership, identity, checkout, weekly_mail cascade',
  );
  await db.work.query('alter table mail drop column person_no, drop column recipient, drop column detail');
  await db.work.query(`insert into mail (account_no, kind, month) values ($1, 'fair_use', '2026-10-01')`, [account]);
  expect((await settleRestored(db.work, { takenAt })).mails).toMatchObject([{ kind: 'fair_use', month: '2026-10' }]);
});

test('R§9.10 the active admin tokens of a backup are named, and end if the operator wants that', async () => {
  const { db } = await ownWorld();
  await db.work.query(
    `insert into admin_token (prefix, hash, name, scope, revoked_at) values
       ('aaaaaaaa', sha256('a'), 'support', 'admin:read', null), ('bbbbbbbb', sha256('b'), 'gone', 'admin:read', now()),
       ('cccccccc', sha256('c'), 'planted', 'admin:write', null)`,
  );
  const active = [
    { prefix: 'cccccccc', name: 'planted', scope: 'admin:write' },
    { prefix: 'aaaaaaaa', name: 'support', scope: 'admin:read' },
  ];
  expect((await settleRestored(db.work, { takenAt })).tokens).toEqual(active);
  expect((await settleRestored(db.work, { takenAt, revokesTokens: true })).tokens).toEqual(active);
  expect((await settleRestored(db.work, { takenAt })).tokens).toEqual([]);
  const { rows } = await db.work.query(
    `select detail->>'prefix' as prefix from action where action = 'admin_token.revoke' and actor = 'goal restore' order by 1`,
  );
  expect(rows).toEqual([{ prefix: 'aaaaaaaa' }, { prefix: 'cccccccc' }]);
});
