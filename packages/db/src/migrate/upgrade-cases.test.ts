import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';

import { emptyDatabase } from '../testing/index.ts';
import { migrationNames, prismaFolder } from './files.ts';
import { migrate } from './migrate.ts';

// What a migration makes of rows that are more than the ones of `upgrade.all.test.ts`.

/** A database as it was before a migration, and what applies that one. */
async function databaseBefore(name: string): Promise<{ client: pg.Client; upgrade: () => Promise<unknown> }> {
  const base = mkdtempSync(join(tmpdir(), 'goal-upgrade-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const add = (file: string): void => {
    cpSync(join(prismaFolder, 'migrations', file), join(base, file), { recursive: true });
  };
  const names = migrationNames();
  for (const file of ['migration_lock.toml', ...names.slice(0, names.indexOf(name))]) add(file);
  const database = await emptyDatabase();
  await migrate(database.url, { folder: base });
  const client = new pg.Client({ connectionString: database.url });
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  await client.connect();
  return {
    client,
    upgrade() {
      add(name);
      return migrate(database.url, { folder: base });
    },
  };
}

it('20261128120000_one_subscription leaves a subscription that had rows of several accounts with the account of its newest grant, and keeps its newest end', async () => {
  const { client, upgrade } = await databaseBefore('20261128120000_one_subscription');
  await client.query(
    `INSERT INTO account (no, email, plan) SELECT n, 'owner' || n || '@example.com', 'pro' FROM generate_series(1, 3) n`,
  );
  await client.query(
    `INSERT INTO subscription (account_no, id, created_at, granted_at, price, ended_at, unpriced_at)
     VALUES (1, 'sub_1', 10, 30, 'price_a', null, null), (2, 'sub_1', 10, 20, 'price_b', 25, 21), (3, 'sub_1', 10, null, null, 24, 40)`,
  );
  await client.query(
    `INSERT INTO held_payment (account_no, subscription, at, reason) VALUES (2, 'sub_1', to_timestamp(22), 'past_due'), (3, 'sub_2', to_timestamp(50), 'incomplete')`,
  );
  await upgrade();
  const { rows } = await client.query(
    `SELECT account_no, id, granted_at::int, price, ended_at::int, unpriced_at::int, named_at::int, held_reason FROM subscription ORDER BY id`,
  );
  expect(rows.map((row) => Object.values(row as object))).toEqual([
    [1, 'sub_1', 30, 'price_a', 25, 40, 30, null],
    [3, 'sub_2', null, null, null, null, 50, 'incomplete'],
  ]);
});

it('20261128194000_names_left takes the names of streams out of redactions, and keeps when one was deleted since', async () => {
  const { client, upgrade } = await databaseBefore('20261128194000_names_left');
  const [living, deleted] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  const left = {
    streams: [
      { id: living, name: 'Of ada', filter: true },
      { id: deleted, name: 'To ada', sent: false },
      { id: null, name: 'Once ada', deleted_at: '2026-01-01T00:00:00.000Z' },
    ],
    exports: [{ at: '2026-01-01T00:00:00.000Z', by: 'abcdefgh', events: 1 }],
    views: [living],
  };
  await client.query(`INSERT INTO account (no, email, plan) VALUES (1, 'owner@example.com', 'pro')`);
  await client.query(
    `INSERT INTO stream (id, account_no, name, sink, sealed, era, seq) VALUES ($1, 1, 'Of ada', '{"type": "mail"}', '', 1, 0)`,
    [living],
  );
  await client.query(
    `INSERT INTO redaction (account_no, actor_kind, actor, username, done_at, "left") VALUES (1, 'member', 'x', null, '2026-01-02', $1),
       (1, 'member', 'x', null, '2026-01-02', '{"streams": [], "exports": []}'), (1, 'member', 'x', 'ada', null, null)`,
    [left],
  );
  await client.query(
    `INSERT INTO action (occurred_at, actor_kind, actor, action, account_id, detail)
     SELECT n, 'member', 'x', 'stream.delete', id, '{"name": "To ada"}' FROM account, unnest('{2026-01-01,2026-01-03,2026-01-04}'::timestamptz[]) n`,
  );
  await upgrade();
  const { rows } = await client.query<{ left: unknown }>('SELECT "left" FROM redaction ORDER BY no');
  expect(rows.map((row) => row.left)).toEqual([
    {
      ...left,
      streams: [
        { id: living, filter: true },
        { id: null, sent: false, deleted_at: '2026-01-03T00:00:00.000Z' },
        { id: null, deleted_at: '2026-01-01T00:00:00.000Z' },
      ],
    },
    { streams: [], exports: [] },
    null,
  ]);
});

it('20261128193000_ways_out counts exports and bundles of before as ended a day after they began, or now', async () => {
  const { client, upgrade } = await databaseBefore('20261128193000_ways_out');
  await client.query(
    `INSERT INTO action (occurred_at, actor_kind, actor, action) SELECT at, 'member', 'x', action
     FROM unnest('{events.export,log.bundle,site.create}'::text[]) action, unnest(ARRAY['2026-01-01'::timestamptz, now()]) at`,
  );
  await upgrade();
  const { rows } = await client.query(
    `SELECT action, CASE WHEN occurred_at < '2026-01-02' THEN ended_at - occurred_at = interval '1 day' ELSE ended_at BETWEEN occurred_at AND now() END AS ended
     FROM action GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  expect(rows).toEqual([
    { action: 'events.export', ended: true },
    { action: 'log.bundle', ended: true },
    { action: 'site.create', ended: null },
  ]);
});
