import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { copyDatabase, emptyDatabase, type TestDatabase } from '../testing/index.ts';
import { migrationNames, prismaFolder } from './files.ts';
import { migrate } from './migrate.ts';

const names = migrationNames();
const steps = names.slice(1).map((name, at) => ({ name, before: names.slice(0, at + 1) }));

/**
 * Rows for every table, in the order in which they may be inserted. A migration that adds a table
 * adds a line.
 */
const fills: Record<string, string> = {
  plan: `UPDATE plan SET sites = 7, fair_use_events = 123456 WHERE slug = 'pro'`,
  account: `INSERT INTO account (email, plan, is_reseller) SELECT 'owner' || n || '@example.com', 'pro', n = 2 FROM generate_series(1, 3) n`,
  account_key: `INSERT INTO account_key (account_no, prefix, hash, name) SELECT no, 'acct000' || no, sha256('x'), 'key' FROM account`,
  site_group: `INSERT INTO site_group (account_no, name, external_ref) SELECT no, 'group', 'ref' FROM account`,
  group_key: `INSERT INTO group_key (group_no, prefix, hash, name, revoked_at) SELECT no, 'grp0000' || no, sha256('x'), 'key', now() FROM site_group`,
  site: `INSERT INTO site (account_no, group_no, domain, domain_scope, site_url, name, status, retention_days)
    SELECT g.account_no, g.no, 'shop' || n || '-' || g.no || '.example.com', 0, 'https://example.com/', 'Käse', 'paused', 90 FROM site_group g, generate_series(1, 2) n`,
  site_key: `INSERT INTO site_key (site_no, prefix, hash, last_used_at) SELECT no, 'live000' || no, sha256('x'), now() FROM site`,
  retention_cut: `INSERT INTO retention_cut (site_no, former_days) SELECT no, 365 FROM site`,
  site_arrival: `INSERT INTO site_arrival (site_no, last_accepted_at, last_refused_at, last_refusal) SELECT no, now(), now(), 'site paused' FROM site`,
  admin_token: `INSERT INTO admin_token (prefix, hash, name, scope) VALUES ('admin000', sha256('x'), 'desk', 'admin:read')`,
  operator_session: `INSERT INTO operator_session (prefix, hash, token_no, expires_at) SELECT 'opse000' || no, sha256('x'), no, now() FROM admin_token`,
  act: `INSERT INTO act (id, holder) VALUES (gen_random_uuid(), 'person 1')`,
  action: `INSERT INTO action (actor_kind, actor, action, account_id, site_id, detail)
    SELECT 'operator', 'desk', 'site.revoke', a.id, s.id, '{"note": "x"}' FROM account a JOIN site s ON s.account_no = a.no`,
  mail: `INSERT INTO mail (account_no, kind, month) SELECT no, 'fair_use', '2026-01-01' FROM account`,
  instance: `INSERT INTO instance (id, kind, version) VALUES (gen_random_uuid(), 'server', '1.0.0')`,
  retention_state: `INSERT INTO retention_state (last_run_at, identity) VALUES (now(), 'x')`,
  subscription: `INSERT INTO subscription (account_no, id, created_at, granted_at, price) SELECT no, 'sub_' || no, 10, 11, 'price_a' FROM account`,
  applied_payment: `INSERT INTO applied_payment (id) VALUES ('evt_1')`,
  payment_refusal: `INSERT INTO payment_refusal (at, reason) VALUES (now(), 'invalid signature')`,
  seal_key: `INSERT INTO seal_key (key) VALUES (sha256('x'))`,
  gone_site: `INSERT INTO gone_site (account, site) VALUES (1, 99)`,
  gone_account: `INSERT INTO gone_account (account) VALUES (98)`,
  event: `INSERT INTO event (id, occurred_at, code, user_id, account, site, severity, object, event_uuid, username, message)
    SELECT nextval('event_block') * 1024 + n, now() - n * interval '1 day', 2002, 7, s.account_no, s.no, 1 + n, 1, gen_random_uuid(), 'editor', 'Änderung'
    FROM site s, generate_series(0, 4) n`,
  dictionary: `INSERT INTO dictionary (account, kind, id, value) SELECT no, 1, 1, 'post' FROM account`,
  dictionary_head: `INSERT INTO dictionary_head (account, kind, size) SELECT no, 1, 1 FROM account`,
  kept: `INSERT INTO kept SELECT account, site, (occurred_at AT TIME ZONE 'UTC')::date, severity, count(*) FROM event GROUP BY 1, 2, 3, 4`,
  kept_day: `INSERT INTO kept_day SELECT account, day, severity, sum(n) FROM kept GROUP BY 1, 2, 3`,
  accepted: `INSERT INTO accepted SELECT account, site, (received_at AT TIME ZONE 'UTC')::date - n, count(*), 100 FROM event, generate_series(0, 40) n GROUP BY 1, 2, 3`,
  accepted_day: `INSERT INTO accepted_day SELECT account, day, sum(events), sum(bytes) FROM accepted GROUP BY 1, 2`,
  tail_era: `INSERT INTO tail_era (identity, era) VALUES ('x', 7)`,
  tail_head: `INSERT INTO tail_head (account, last) SELECT no, 1 FROM account`,
  tail: `INSERT INTO tail (account, seq, first_id, last_id) SELECT account, 1, min(id), max(id) FROM event GROUP BY 1`,
  person: `INSERT INTO person (email, name, totp) SELECT 'person' || n || '@example.com', 'Jo', 'sealed' FROM generate_series(1, 2) n`,
  membership: `INSERT INTO membership (person_no, account_no, group_no, role)
    SELECT p.no, g.account_no, CASE WHEN p.no = 2 THEN g.no END, CASE WHEN p.no = 2 THEN 'viewer' ELSE 'owner' END FROM person p, site_group g`,
  invitation: `INSERT INTO invitation (prefix, hash, account_no, role, email, created_by, expires_at)
    SELECT 'inv0000' || no, sha256('x'), no, 'admin', 'new@example.com', 'jo', now() FROM account`,
  session: `INSERT INTO session (prefix, hash, person_no, how, expires_at) SELECT 'sess000' || no, sha256('x'), no, 'password', now() FROM person`,
  session_entry: `INSERT INTO session_entry (session_no, account_no) SELECT s.no, a.no FROM session s, account a`,
  passkey: `INSERT INTO passkey (person_no, credential_id, public_key, counter, name, backed_up)
    SELECT no, sha256(no::text::bytea), sha256('x'), 1, 'phone', true FROM person`,
  recovery_code: `INSERT INTO recovery_code (person_no, hash) SELECT no, sha256('x') FROM person`,
  identity: `INSERT INTO identity (issuer, subject, person_no) SELECT 'https://id.example.com', no::text, no FROM person`,
  ceremony: `INSERT INTO ceremony (hash, kind, person_no, data, expires_at) SELECT sha256(no::text::bytea), 'code', no, '{}', now() FROM person`,
  saved_view: `INSERT INTO saved_view (account_no, person_no, name, query, created_by)
    SELECT account_no, person_no, 'Logins', 'code=1000', 'a@example.com' FROM membership`,
  weekly_mail: `INSERT INTO weekly_mail (person_no, account_no, with_texts, due_at) SELECT person_no, account_no, true, now() FROM membership`,
  unsubscribe_token: `INSERT INTO unsubscribe_token (hash, person_no, kind) SELECT sha256(no::text::bytea), no, 'weekly' FROM person`,
  brand: `INSERT INTO brand (account_no, name, colour, logo, logo_type, logo_id)
    SELECT no, 'North', '#1a2b3c', '\\x89504e470d0a1a0a', 'image/png', gen_random_uuid() FROM account`,
  checkout: `INSERT INTO checkout (account_no, session, price) SELECT no, 'cs_1', 'price_a' FROM account`,
  chosen_sites: `INSERT INTO chosen_sites (account_no) SELECT no FROM account`,
  account_use: `INSERT INTO account_use (account_no, events, sites, over_fair_use, at_cap) SELECT no, 7, 2, false, false FROM account`,
  work_turn: `INSERT INTO work_turn (work, begun_at) VALUES ('use', '2026-01-01')`,
  silent_site: `INSERT INTO silent_site (site_no, last_day, usual_gap_days) SELECT no, '2026-01-01', 1 FROM site`,
  held_payment: `INSERT INTO held_payment (account_no, subscription, at, reason) SELECT no, 'sub_' || no, now(), 'past_due' FROM account`,
  stream: `INSERT INTO stream (account_no, name, sink, sealed, era, seq) SELECT no, 'Alerts', '{"type": "mail", "to": null}', sha256('x'), 1, 0 FROM account`,
  stream_delivery: `INSERT INTO stream_delivery (stream_no, outcome, events, attempt, took_ms, bytes) SELECT no, 'delivered', 1, 1, 7, 300 FROM stream`,
  stream_set_aside: `INSERT INTO stream_set_aside (stream_no, event_id, status, error) SELECT no, 2049, 400, 'answered 400' FROM stream`,
  stream_key: `INSERT INTO stream_key (key) VALUES (sha256('x'))`,
  log_head: `INSERT INTO log_head (account, log, origin, size, seq, era, edge, checkpoint, noted_at, keys)
    SELECT no, 1, 'goal.invalid/log/x', 1, 0, 1, sha256('x'), 'x', now(), '[]' FROM account`,
  log_entries: `INSERT INTO log_entries (account, log, first, high, heads, commitments) SELECT no, 1, 0, 0, '\\x00', '' FROM account`,
  log_tile: `INSERT INTO log_tile (account, log, level, part, hashes) SELECT no, 1, 1, 0, sha256('x') FROM account`,
  log_site: `INSERT INTO log_site (account, site, site_id, retention_days) SELECT account_no, no, id, 90 FROM site`,
  log_salt: `INSERT INTO log_salt (account, site, day, key) SELECT account_no, no, '2026-01-01', sha256('x') FROM site`,
  log_outbox: `INSERT INTO log_outbox (account, note) SELECT no, '{}' FROM account`,
  log_salt_kept: `INSERT INTO log_salt_kept (account, site, day, id, salt) SELECT account_no, no, '2026-01-01', 1, '\\x00' FROM site`,
  log_purge: `INSERT INTO log_purge (account, site, before, until, events) SELECT account_no, no, now(), now(), 1 FROM site`,
  log_check: `INSERT INTO log_check (account, log) SELECT no, 1 FROM account`,
  log_told: `INSERT INTO log_told (account, of_account, of_log, log, size, entry) SELECT 0, no, 1, 1, 7, 1 FROM account`,
  log_witness: `INSERT INTO log_witness (account, vkey, log) VALUES (0, 'witness.example+0a1b2c3d+BA==', 1)`,
  log_cosigned: `INSERT INTO log_cosigned (account, log, size, checkpoint) VALUES (0, 1, 2, 'x')`,
  log_key: `INSERT INTO log_key (no, public) VALUES (1, sha256('x'))`,
  redacted_event: `INSERT INTO redacted_event (account, id, site, at) SELECT account, id, site, now() FROM event`,
  redaction: `INSERT INTO redaction (account_no, username, actor_kind, actor) SELECT no, 'ada', 'member', 'a@example.com' FROM account`,
  word_sweep: `INSERT INTO word_sweep (account_no, due_at) SELECT no, now() FROM account`,
  legal_hold: `INSERT INTO legal_hold (account_no, reason, actor_kind, actor) SELECT no, 'case 7', 'operator', 'night desk' FROM account`,
  export: `INSERT INTO export (id, account_no, format, started_at) SELECT gen_random_uuid(), no, 'csv', now() FROM account`,
  brake: `INSERT INTO brake (subject, spent, at) VALUES (sha256('x'), 1, now())`,
};

/**
 * What a migration derives from existing rows: a statement that reads the result, and one that
 * computes what it must be.
 */
const derived: Record<string, [made: string, expected: string][]> = {
  '20261121140000_day_counters': [
    ['SELECT * FROM kept_day', 'SELECT account, day, severity, sum(n)::bigint AS n FROM kept GROUP BY 1, 2, 3'],
    [
      'SELECT * FROM accepted_day',
      'SELECT account, day, sum(events)::bigint AS events, sum(bytes)::bigint AS bytes FROM accepted GROUP BY 1, 2',
    ],
  ],
  '20261121150000_operator_search': [
    [
      `SELECT no FROM account WHERE search_parts(email) @> ARRAY['r2@']`,
      `SELECT no FROM account WHERE email LIKE '%r2@%'`,
    ],
    [`SELECT no FROM site WHERE search_parts(domain) @> ARRAY['p1-']`, `SELECT no FROM site WHERE domain LIKE '%p1-%'`],
  ],
  '20261123120000_key_access': [
    ['SELECT no, access FROM account_key', `SELECT no, 'full' AS access FROM account_key`],
    ['SELECT no, access FROM group_key', `SELECT no, 'full' AS access FROM group_key`],
    ['SELECT no, access FROM site_key', `SELECT no, 'full' AS access FROM site_key`],
  ],
  '20261128120000_one_subscription': [
    [
      'SELECT account_no, id, named_at, named_by_grant, held_at IS NOT NULL AS held, held_reason FROM subscription',
      `SELECT no AS account_no, 'sub_' || no AS id, 11 AS named_at, true AS named_by_grant, true AS held, 'past_due' AS held_reason FROM account`,
    ],
  ],
};

/** Tables that a migration takes away, because others hold their rows (`derived`). */
const moved: Record<string, string[]> = { '20261128120000_one_subscription': ['held_payment'] };

let base: string;
/** Stays empty: each test brings it as far as its own database begins, which is a copy. */
let pristine: TestDatabase;
let drop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'goal-upgrade-'));
  pristine = await emptyDatabase();
});
afterEach(async () => {
  await drop?.();
  drop = undefined;
});
afterAll(async () => {
  await pristine.drop();
  rmSync(base, { recursive: true, force: true });
});

/** A folder with these migrations only. */
function folderOf(migrations: readonly string[]): string {
  const folder = mkdtempSync(join(base, 'migrations-'));
  for (const name of ['migration_lock.toml', ...migrations])
    cpSync(join(prismaFolder, 'migrations', name), join(folder, name), { recursive: true });
  return folder;
}

/** Every table of the program with its columns. */
async function tablesOf(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT table_name AS table, array_agg(column_name::text ORDER BY ordinal_position) AS columns FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' GROUP BY 1`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** Returns all rows of a statement, sorted. */
async function rowsOf(client: pg.Client, statement: string): Promise<string[]> {
  const { rows } = await client.query<{ row: string }>(
    `SELECT to_jsonb(t)::text AS row FROM (${statement}) t ORDER BY 1`,
  );
  return rows.map(({ row }) => row);
}

it.each(steps)(
  '$name keeps every row of a filled database, and derives what it adds from them',
  async ({ name, before }) => {
    await migrate(pristine.url, { folder: folderOf(before) });
    const database = await copyDatabase(pristine.url);
    const client = new pg.Client({ connectionString: database.url });
    drop = async () => {
      await client.end();
      await database.drop();
    };
    await client.connect();
    const tables = await tablesOf(client);
    for (const [table, fill] of Object.entries(fills)) if (tables.has(table)) await client.query(fill);
    for (const table of moved[name] ?? []) tables.delete(table);
    const rows = async () => {
      const found: Record<string, string[]> = {};
      for (const [table, columns] of tables)
        found[table] = await rowsOf(
          client,
          `SELECT ${columns.map((column) => `"${column}"`).join(', ')} FROM "${table}"`,
        );
      return found;
    };
    const filled = await rows();
    for (const [table, found] of Object.entries(filled)) expect(found.length, `rows of ${table}`).toBeGreaterThan(0);

    expect(await migrate(database.url, { folder: folderOf([...before, name]) })).toEqual({ applied: [name] });
    expect(await rows()).toEqual(filled);
    // An index that the migration made must be used.
    await client.query('SET enable_seqscan = off');
    for (const [made, expected] of derived[name] ?? []) {
      const found = await rowsOf(client, made);
      expect(found.length).toBeGreaterThan(0);
      expect(found).toEqual(await rowsOf(client, expected));
    }
  },
);
