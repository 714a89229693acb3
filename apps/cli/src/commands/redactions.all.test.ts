import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { defaultSettings, LastUses, openEventServices, redactEvent, type Core } from '@goal/core';
import { freshDatabase, openPatientDatabase } from '@goal/db/testing';
import { expect, onTestFinished, test } from 'vitest';

import { goal } from '../testing/goal.ts';

async function openDatabase() {
  const database = await freshDatabase();
  const db = openPatientDatabase({ url: database.url, sizes: { work: 2 } });
  onTestFinished(async () => {
    await db.close();
    await database.drop();
  });
  return { db, variables: { DATABASE_URL: database.url } };
}

const secret = 'Ada Lovelace';
const made = `
  with a as (insert into account (email, plan) values ('a@example.com', 'pro') returning no),
    s as (insert into site (account_no, domain, domain_scope, site_url, retention_days) select no, 'a.example.com', 0, 'https://a.example.com', 90 from a returning no, account_no),
    d as (insert into dictionary (account, kind, id, value) select account_no, 3, 1, '${secret}’s browser' from s),
    e as (insert into event (account, site, id, occurred_at, code, user_id, severity, username, message, session_id, user_agent, ip)
      select account_no, no, n, now(), 1, 5, 1, '${secret}', '${secret} signed in ' || n, '${secret}', 1, '203.0.113.7' from s, generate_series(1, 1200) n)
  insert into account (email, plan) values ('b@example.com', 'pro')`;

test('R§13.3 a backup from before a redaction is restored without the text, by a list that has none; without it the restore says how old the backup is', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'goal-redactions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [backup, list] = [path.join(folder, 'goal.backup'), path.join(folder, 'goal.redactions')];
  const { db, variables } = await openDatabase();
  await db.work.query(made);
  expect((await goal(['backup', backup], variables)).code).toBe(0);
  const events = await openEventServices(db);
  const core: Core = { db, events, uses: new LastUses(db), wakeReclaimer: () => {}, settings: defaultSettings };
  const account = await db.prisma.account.findFirstOrThrow({ where: { email: 'a@example.com' } });
  const caller = { actor: { kind: 'account_key' as const, name: 'abcdefgh' }, account };
  for (const id of [1, 700, 1200]) await redactEvent(core, caller, id);
  // One that retention has deleted since is in the backup too.
  await db.work.query('delete from event where id = 700');
  const written = await goal(['redactions', 'export', list, '--json'], variables);
  expect(JSON.parse(written.out)).toEqual({ file: list, redactions: 3 });
  const text = readFileSync(list, 'utf8');
  expect(text).not.toContain('Ada');
  const { rows } = await db.work.query<{ id: number; at: Date }>('select id, at from redacted_event order by id');

  const plain = await openDatabase();
  const without = await goal(['restore', backup], plain.variables);
  expect(without).toMatchObject({ code: 0, out: expect.stringContaining('The backup is 0 hours old') as string });
  const copy = await openDatabase();
  const restored = await goal(['restore', '--redactions', list, backup, '--json'], copy.variables);
  expect(JSON.parse(restored.out)).toMatchObject({ redacted: 3 });
  const found = await copy.db.work.query(
    `select id, message, username, user_id, session_id, user_agent, ip, redacted_at from event where redacted_at is not null order by id`,
  );
  expect(found.rows).toEqual(
    rows.map(({ id, at }) => ({
      id,
      message: 'redacted',
      username: '',
      user_id: 0,
      session_id: null,
      user_agent: null,
      ip: null,
      redacted_at: at,
    })),
  );
  const state = await copy.db.work.query(
    `select (select count(*) from event) as events, (select count(*) from redacted_event) as noted,
       (select note from log_outbox where note ->> 'kind' = 'redact') as note,
       (select retired_at is not null from dictionary) as retired`,
  );
  expect(state.rows).toEqual([
    { events: 1200, noted: 3, note: { kind: 'redact', site: 1, events: [1, 700, 1200], by: 'cli' }, retired: true },
  ]);
  await events.close();
});

test('R§13.3 a list that was cut off, or is something else, is refused before anything is restored', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'goal-redactions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { variables } = await openDatabase();
  const list = path.join(folder, 'list');
  const head = '{"goal_redactions":1,"written_at":"2026-11-22T12:00:00.000Z"}\n';
  for (const [text, why] of [
    ['', 'it was cut off'],
    [head, 'it was cut off'],
    [`${head}{"complete":true,"redactions":1}\n`, 'it was cut off'],
    ['{"goal_backup":1}\n', 'it is no file of «goal redactions export» of this version'],
    [`${head}no JSON\n`, 'it holds a line that is no JSON'],
    [
      `${head}{"account":"x","site":null,"id":1,"at":"2026-11-22T12:00:00.000Z"}\n`,
      'it holds a line that names no event',
    ],
  ] as const) {
    writeFileSync(list, text);
    const ended = await goal(['restore', '--redactions', list, path.join(folder, 'nothing')], variables);
    expect(ended).toMatchObject({ code: 1, err: `${list}: ${why}. Nothing was restored.\n` });
  }
});
