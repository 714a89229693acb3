import type { Queryable } from '@goal/db';

import { forgetSaltsOfEvents, type RunSql } from '../signed-log/keys/kept-salts.ts';
import { blankedAtOnce, redactedText } from '../redaction/blank-events.ts';
import { forgetWords } from '../redaction/forget-words.ts';
import type { RedactedEvent } from '../redaction/list-redacted.ts';

/** Columns of an event that are emptied, of which older versions lack some. */
const emptied: Readonly<Record<string, string>> = {
  message: `'${redactedText}'`,
  username: `''`,
  user_id: '0',
  user_agent: 'null',
  user_agent_text: 'null',
  session_id: 'null',
  ip: 'null',
  redacted_at: 'r.at',
};

/**
 * Repeats redactions in a restored database, in the transaction that restores, so that no text is
 * ever there for a reader (rulings §13.3). Events that the backup does not have are passed over. A
 * legal hold of the backup keeps none, because the original had ended it. Returns how many events
 * were redacted again. The tables are those of the backup's version.
 */
export async function redactRestored(db: Queryable, redacted: AsyncIterable<RedactedEvent>): Promise<number> {
  const known = await knownParts(db);
  let count = 0;
  let batch: RedactedEvent[] = [];
  for await (const one of redacted) {
    batch.push(one);
    if (batch.length === blankedAtOnce) {
      count += await repeat(db, batch, known);
      batch = [];
    }
  }
  return count + (batch.length === 0 ? 0 : await repeat(db, batch, known));
}

type KnownEvent = { columns: ReadonlySet<string>; tables: ReadonlySet<string>; retires: boolean; keepsWords: boolean };

async function knownParts(db: Queryable): Promise<KnownEvent> {
  const { rows } = await db.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = current_schema() and table_name in ('event', 'dictionary', 'redacted_event', 'log_outbox', 'log_salt_kept', 'stream')`,
  );
  return {
    columns: new Set(rows.flatMap(({ table, column }) => (table === 'event' ? column : []))),
    tables: new Set(rows.map(({ table }) => table)),
    retires: rows.some(({ table, column }) => table === 'dictionary' && column === 'retired_at'),
    keepsWords: rows.some(({ table, column }) => table === 'stream' && column === 'keeps_words'),
  };
}

type Named = { id: string; no: number };
type Repeated = { id: number; site: number; day: string; user_agent: number | null; at: string };

async function repeat(db: Queryable, batch: readonly RedactedEvent[], known: KnownEvent): Promise<number> {
  const named = async (
    table: 'account' | 'site',
    ids: readonly (string | null)[],
  ): Promise<Map<string | null, number>> => {
    const { rows } = await db.query<Named>(`select id::text, no from ${table} where id = any($1::uuid[])`, [
      [...new Set(ids)],
    ]);
    return new Map(rows.map(({ id, no }) => [id, no]));
  };
  const accounts = await named(
    'account',
    batch.map(({ account }) => account),
  );
  const sites = await named(
    'site',
    batch.map(({ site }) => site),
  );
  let count = 0;
  // Account by account, because their events may be on different machines.
  for (const [id, account] of accounts) {
    const own = new Map(batch.filter((one) => one.account === id).map((one) => [one.id, one]));
    const { rows } = await db.query<Omit<Repeated, 'at'>>(
      `select id::float8 as id, site, (occurred_at at time zone 'utc')::date::text as day, user_agent from event where account = $1 and id = any($2::bigint[])
       ${known.columns.has('redacted_at') ? 'and redacted_at is null' : ''} order by id`,
      [account, [...own.keys()]],
    );
    const found = rows.flatMap((event) => {
      const one = own.get(event.id);
      const isSame = one !== undefined && (one.site === null || sites.get(one.site) === event.site);
      return isSame ? [{ ...event, at: one.at }] : [];
    });
    if (found.length > 0) await repeatIn(db, account, found, known);
    count += found.length;
  }
  return count;
}

async function repeatIn(
  db: Queryable,
  account: number,
  events: readonly Repeated[],
  { columns, tables, retires, keepsWords }: KnownEvent,
): Promise<void> {
  const set = Object.entries(emptied).flatMap(([column, value]) => (columns.has(column) ? `${column} = ${value}` : []));
  const run: RunSql = async <Row>(text: string, values: readonly unknown[]) =>
    (await db.query<Row & object>(text, [...values])).rows;
  if (tables.has('log_salt_kept')) await forgetSaltsOfEvents(run, account, events);
  // Words that an older version kept elsewhere go when the copy is migrated.
  if (keepsWords) await forgetWords(run, account);
  const [ids, times] = [events.map(({ id }) => id), events.map(({ at }) => at)];
  await db.query(
    `update event e set ${set.join(', ')} from unnest($2::bigint[], $3::timestamptz[]) r(id, at) where e.account = $1 and e.id = r.id`,
    [account, ids, times],
  );
  if (tables.has('redacted_event'))
    await db.query(
      `insert into redacted_event (account, id, site, at)
       select $1::int, r.id, r.site, r.at from unnest($2::bigint[], $3::int[], $4::timestamptz[]) r(id, site, at)
       on conflict (account, id) do nothing`,
      [account, ids, events.map(({ site }) => site), times],
    );
  // Nobody knows a number of the copy's dictionary yet.
  if (retires)
    await retire(
      db,
      account,
      events.flatMap(({ user_agent: agent }) => agent ?? []),
    );
  if (tables.has('log_outbox')) await tell(db, account, events);
}

async function retire(db: Queryable, account: number, agents: readonly number[]): Promise<void> {
  if (agents.length === 0) return;
  await db.query(
    'update dictionary set retired_at = now() where account = $1 and kind = 3 and id = any($2::smallint[])',
    [account, [...new Set(agents)]],
  );
  await db.query('insert into word_sweep (account_no, due_at) values ($1, now()) on conflict (account_no) do nothing', [
    account,
  ]);
}

/** Tells the account's signed log, as a redaction does (docs/decisions/092-signed-log.md). */
async function tell(db: Queryable, account: number, events: readonly Repeated[]): Promise<void> {
  for (const site of new Set(events.map((event) => event.site))) {
    const ids = events.flatMap((event) => (event.site === site ? event.id : []));
    await db.query('insert into log_outbox (account, note) values ($1, $2::jsonb)', [
      account,
      JSON.stringify({ kind: 'redact', site, events: ids, by: 'cli' }),
    ]);
  }
}
