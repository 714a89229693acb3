import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { emptyDatabase, freshDatabase } from '../testing/index.ts';
import { deployByPrisma, drift, statusOfPrisma } from '../testing/schema-engine.ts';
import { prismaFolder } from './files.ts';
import { migrate } from './migrate.ts';

let database: { url: string; drop: () => Promise<void> };
let client: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function list(sql: string): Promise<unknown[]> {
  return (await client.query<{ item: unknown }>(sql)).rows.map(({ item }) => item);
}

it('has migrations and schema.prisma that agree', async () => {
  expect(await drift(database.url)).toBe('');
});

it("shows Prisma's own command line that every migration of this database is applied and unchanged", async () => {
  expect(await statusOfPrisma(database.url)).toMatchObject({
    hasMigrationsTable: true,
    editedMigrationNames: [],
    failedMigrationNames: [],
    history: null,
  });
});

it("goes on with a database that Prisma's own engine migrated as this program once did, and both make the same table of migrations", async () => {
  const theirs = await emptyDatabase();
  await deployByPrisma(theirs.url);
  const other = new pg.Client({ connectionString: theirs.url });
  await other.connect();
  try {
    const told: string[] = [];
    expect(await migrate(theirs.url, { tell: (line) => told.push(line) })).toEqual({ applied: [] });
    expect(told).toEqual([]);
    const made = `SELECT attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid) FROM pg_attribute
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attrelid = '_prisma_migrations'::regclass AND attnum > 0 ORDER BY attnum`;
    const noted = `SELECT migration_name, checksum, applied_steps_count, length(id), logs, rolled_back_at, finished_at >= started_at AS ended
      FROM _prisma_migrations ORDER BY started_at`;
    for (const asked of [made, noted])
      expect((await client.query(asked)).rows).toEqual((await other.query(asked)).rows);
    await other.query(`DELETE FROM _prisma_migrations WHERE migration_name > '2026112819'`);
    expect(await statusOfPrisma(theirs.url)).toMatchObject({ history: { diagnostic: 'databaseIsBehind' } });
  } finally {
    await other.end();
    await theirs.drop();
  }
});

it('notices a column, an index and an included column that only one of them has', async () => {
  const schema = readFileSync(join(prismaFolder, 'schema.prisma'), 'utf8');
  const without = (text: string): string => {
    expect(schema).toContain(text);
    return schema.replace(text, '');
  };
  expect(await drift(database.url, without('  detail     Json?\n'))).toMatch(/Removed column `detail`/);
  expect(await drift(database.url, without('  @@index([siteRowId, at])\n'))).toMatch(
    /Removed index on columns \(site_no, at\)/,
  );
  expect(
    await drift(
      database.url,
      without(', eventType], map: "event_site_page"').replace(
        'code, severity, object)',
        'code, severity, object], map: "event_site_page")',
      ),
    ),
  ).toMatch(/index on columns \(account, site, occurred_at/);
});

// The catalogue shows what Prisma cannot see.

it('keeps the filter columns of the two page indexes beside the key, not in it', async () => {
  expect(
    await list(
      `SELECT pg_get_indexdef(indexrelid) AS item FROM pg_index WHERE indrelid = 'event'::regclass AND NOT indisunique ORDER BY 1`,
    ),
  ).toEqual([
    'CREATE INDEX event_account_page ON public.event USING btree (account, occurred_at, id) INCLUDE (site, user_id, code, severity, object, event_type)',
    'CREATE INDEX event_site_page ON public.event USING btree (account, site, occurred_at, id) INCLUDE (user_id, code, severity, object, event_type)',
  ]);
});

it('has an index on the parts of e-mails, of domains, and of the names and references of groups, and no other index on an expression', async () => {
  expect(
    await list(
      `SELECT pg_get_indexdef(indexrelid) AS item FROM pg_index WHERE indexprs IS NOT NULL AND indrelid::regclass::text NOT LIKE 'pg%' ORDER BY 1`,
    ),
  ).toEqual([
    `CREATE INDEX account_email_parts ON public.account USING gin (search_parts(email)) WITH (gin_pending_list_limit='128')`,
    `CREATE INDEX site_domain_parts ON public.site USING gin (search_parts(domain)) WITH (gin_pending_list_limit='128')`,
    `CREATE INDEX site_group_external_ref_parts ON public.site_group USING gin (search_parts(lower(external_ref))) WITH (gin_pending_list_limit='128')`,
    `CREATE INDEX site_group_name_parts ON public.site_group USING gin (search_parts(lower(name))) WITH (gin_pending_list_limit='128')`,
  ]);
});

it('R§13.1 lets a new admin token reuse the name of a revoked one, and an account have one open invitation for an e-mail and one running redaction', async () => {
  expect(
    await list(`SELECT pg_get_indexdef(indexrelid) AS item FROM pg_index WHERE indpred IS NOT NULL ORDER BY 1`),
  ).toEqual([
    'CREATE INDEX mail_due ON public.mail USING btree (week NULLS FIRST, due_at) WHERE (done_at IS NULL)',
    'CREATE INDEX membership_checkpoint_mail ON public.membership USING btree (checkpoint_mail_due_at) WHERE (checkpoint_mail_due_at IS NOT NULL)',
    'CREATE INDEX stream_set_aside_retry ON public.stream_set_aside USING btree (stream_no, event_id) WHERE retry',
    'CREATE UNIQUE INDEX admin_token_active_name ON public.admin_token USING btree (name) WHERE (revoked_at IS NULL)',
    'CREATE UNIQUE INDEX invitation_open ON public.invitation USING btree (account_no, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL))',
    'CREATE UNIQUE INDEX redaction_running_key ON public.redaction USING btree (account_no) WHERE (done_at IS NULL)',
  ]);
});

it('keeps the names of shared views apart, which have no person', async () => {
  expect(
    await list(`SELECT pg_get_indexdef(indexrelid) AS item FROM pg_index WHERE indnullsnotdistinct ORDER BY 1`),
  ).toEqual([
    'CREATE UNIQUE INDEX saved_view_account_no_person_no_name_key ON public.saved_view USING btree (account_no, person_no, name) NULLS NOT DISTINCT',
  ]);
});

it('has these checks and no others', async () => {
  expect(
    await list(
      `SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) AS item FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace ORDER BY 1`,
    ),
  ).toMatchInlineSnapshot(`
    [
      "account_key CHECK ((access = ANY (ARRAY['full'::text, 'read'::text])))",
      "act CHECK ((jsonb_typeof(ids) = 'object'::text))",
      "action CHECK ((actor_kind = ANY (ARRAY['operator'::text, 'account_key'::text, 'group_key'::text, 'site_key'::text, 'stripe'::text, 'cli'::text, 'member'::text, 'worker'::text])))",
      "admin_token CHECK ((scope = ANY (ARRAY['admin:read'::text, 'admin:write'::text])))",
      "brand CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))",
      "brand CHECK ((colour ~ '^#[0-9a-f]{6}$'::text))",
      "brand CHECK ((logo_type = ANY (ARRAY['image/png'::text, 'image/webp'::text])))",
      "brand CHECK ((num_nulls(logo, logo_type, logo_id) = ANY (ARRAY[0, 3])))",
      "brand CHECK ((octet_length(logo) <= 65536))",
      "dictionary CHECK (((id >= 1) AND (id <= 10000)))",
      "export CHECK (((sha256 IS NULL) OR (ended_at IS NOT NULL)))",
      "group_key CHECK ((access = ANY (ARRAY['full'::text, 'read'::text])))",
      "instance CHECK ((kind = ANY (ARRAY['server'::text, 'worker'::text])))",
      "invitation CHECK (((role <> 'owner'::text) OR (group_no IS NULL)))",
      "invitation CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'viewer'::text])))",
      "legal_hold CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 500)))",
      "legal_hold CHECK (((site_no IS NULL) = (site_id IS NULL)))",
      "mail CHECK (((account_no IS NOT NULL) OR (person_no IS NOT NULL) OR (kind = 'log_mismatch'::text)))",
      "mail CHECK (((kind = ANY (ARRAY['fair_use'::text, 'limit_near'::text, 'limit_reached'::text])) = (month IS NOT NULL)))",
      "mail CHECK (((kind = ANY (ARRAY['weekly'::text, 'checkpoint'::text])) = (week IS NOT NULL)))",
      "mail CHECK (((outcome = ANY (ARRAY['sent'::text, 'logged'::text])) AND ((outcome IS NOT NULL) = (done_at IS NOT NULL))))",
      "mail CHECK ((kind = ANY (ARRAY['fair_use'::text, 'limit_near'::text, 'limit_reached'::text, 'account_key'::text, 'administrator'::text, 'second_factor_off'::text, 'recovery_code'::text, 'account_email'::text, 'person_email'::text, 'person_reset'::text, 'way_removed'::text, 'weekly'::text, 'checkpoint'::text, 'stream_failing'::text, 'stream_disabled'::text, 'log_mismatch'::text])))",
      "membership CHECK (((role <> 'owner'::text) OR (group_no IS NULL)))",
      "membership CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'viewer'::text])))",
      "payment_refusal CHECK ("only")",
      "plan CHECK ((fair_use_events >= 0))",
      "plan CHECK ((hard_limit_events > 0))",
      "plan CHECK ((keys_per_site > 0))",
      "plan CHECK ((retention_days > 0))",
      "plan CHECK ((sites >= 0))",
      "redacted_event CHECK (((log IS NULL) = (note IS NULL)))",
      "redaction CHECK (
    CASE
        WHEN (done_at IS NULL) THEN ((username IS NOT NULL) OR ((user_id IS NOT NULL) AND (site_no IS NOT NULL)))
        ELSE ((username IS NULL) AND (user_id IS NULL))
    END)",
      "redaction CHECK (((site_no IS NULL) = (site_id IS NULL)))",
      "retention_state CHECK ("only")",
      "saved_view CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))",
      "saved_view CHECK ((char_length(query) <= 2000))",
      "session CHECK ((how = ANY (ARRAY['password'::text, 'passkey'::text, 'code'::text, 'sso'::text, 'invitation'::text, 'reset'::text])))",
      "site CHECK (((domain_scope = 0) OR (domain_scope = account_no)))",
      "site CHECK (((rate_limit_rps >= 1) AND (rate_limit_rps <= 1000)))",
      "site CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'revoked'::text])))",
      "site_key CHECK ((access = ANY (ARRAY['full'::text, 'send'::text, 'read'::text])))",
      "stream CHECK ((((status = 'paused'::text) = (paused_by IS NOT NULL)) AND (paused_by = ANY (ARRAY['customer'::text, 'operator'::text, 'restore'::text, 'failover'::text]))))",
      "stream CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))",
      "stream CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text])))",
      "stream_delivery CHECK ((outcome = ANY (ARRAY['delivered'::text, 'refused'::text, 'failed'::text, 'set_aside'::text])))",
      "stream_key CHECK ((no = 1))",
      "unsubscribe_token CHECK (((person_no IS NULL) = (account_no IS NOT NULL)))",
      "unsubscribe_token CHECK ((kind = ANY (ARRAY['weekly'::text, 'checkpoint'::text, 'alert'::text, 'account_key'::text, 'administrator'::text, 'second_factor_off'::text, 'recovery_code'::text])))",
    ]
  `);
});

it('leaves room on the pages of tables whose rows are updated in place', async () => {
  expect(
    await list(
      `SELECT relname || ' ' || array_to_string(reloptions, ',') AS item FROM pg_class WHERE reloptions IS NOT NULL AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    ),
  ).toMatchInlineSnapshot(`
    [
      "accepted fillfactor=70",
      "accepted_day fillfactor=70",
      "account_email_parts gin_pending_list_limit=128",
      "kept fillfactor=70",
      "kept_day fillfactor=70",
      "log_check fillfactor=70",
      "log_cosigned fillfactor=70",
      "log_head fillfactor=50",
      "log_purge fillfactor=70",
      "log_site fillfactor=70",
      "log_told fillfactor=70",
      "log_witness fillfactor=70",
      "site fillfactor=35",
      "site_arrival fillfactor=70",
      "site_domain_parts gin_pending_list_limit=128",
      "site_group_external_ref_parts gin_pending_list_limit=128",
      "site_group_name_parts gin_pending_list_limit=128",
      "tail_head fillfactor=20",
    ]
  `);
});

it('keeps the bytes of the signed log in its rows, because each seal rewrites the newest row', async () => {
  expect(
    await list(
      `SELECT attrelid::regclass || ' ' || attname AS item FROM pg_attribute WHERE attstorage = 'm' AND atttypid = 'bytea'::regtype AND attrelid::regclass::text LIKE 'log%' ORDER BY 1`,
    ),
  ).toEqual(['log_entries commitments', 'log_entries heads', 'log_entries root', 'log_tile hashes']);
});

it('has the sequence of event blocks, in bigint', async () => {
  expect(
    await list(`SELECT format_type(seqtypid, NULL) AS item FROM pg_sequence WHERE seqrelid = 'event_block'::regclass`),
  ).toEqual(['bigint']);
});
