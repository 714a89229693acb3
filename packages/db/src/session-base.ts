import pg from 'pg';

/** Settings of a session, by name. */
export type SessionSettings = Readonly<Record<string, string>>;

/**
 * Every session relies on these, whatever the role, the database, the server, the environment or
 * the address say. A pool sets more (session-settings.ts), and its values win.
 *
 * - An acknowledged change is on disk. `remote_write` and `remote_apply` stay, because they were
 *   chosen for a standby.
 * - No limit of time but our own.
 * - Texts of values have one form, and mean what they say.
 * - A statement that is written for an index finds it.
 * - A warning reaches the client, which takes one of them for a failure (client.ts).
 */
const base: SessionSettings = {
  synchronous_commit: 'on',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  client_encoding: 'UTF8',
  client_min_messages: 'notice',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  quote_all_identifiers: 'off',
  array_nulls: 'on',
  transform_null_equals: 'off',
  default_table_access_method: 'heap',
  gin_fuzzy_search_limit: '0',
  plan_cache_mode: 'auto',
  enable_indexscan: 'on',
  enable_indexonlyscan: 'on',
  enable_nestloop: 'on',
};

/** The values that give up what a commit promises. */
const notDurable = `('off', 'local')`;

/** The answer to `openingText`: the role, process and life of the server. */
export type Opened = { standby: boolean; pid: number; life?: string };

/**
 * The statements that open a session, in one message: they set it, and ask who the server is. A
 * setting that the server does not have is left out. Until the second statement the limits of the
 * role hold. `withLife` asks for cluster and timeline, which not every user may do.
 */
export function openingText(settings: SessionSettings, withLife: boolean): string {
  const list = (texts: string[]): string => texts.map(pg.escapeLiteral).join(', ');
  // A standby answers nothing in the isolation «serializable».
  return `SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SET statement_timeout = 0;
    SELECT (SELECT count(set_config(name, CASE WHEN name = 'synchronous_commit' AND value = 'on'
        AND current_setting(name) NOT IN ${notDurable} THEN current_setting(name) ELSE value END, false))
      FROM unnest(ARRAY[${list(Object.keys(settings))}], ARRAY[${list(Object.values(settings))}]) AS s (name, value)
      WHERE current_setting(name, true) IS NOT NULL), ${asks(withLife)}`;
}

/** Asks who the server is, and sets nothing. */
export const askingText = (withLife: boolean): string => `SELECT ${asks(withLife)}`;

/** A standby has no timeline of its own, and its functions for one fail. */
const asks = (withLife: boolean): string =>
  `pg_is_in_recovery() AS standby, pg_backend_pid() AS pid${
    withLife
      ? `, CASE WHEN NOT pg_is_in_recovery() THEN (SELECT system_identifier FROM pg_control_system())
           || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS life`
      : ''
  }`;

/** The settings of a session that works in this schema. */
export const settingsIn = (schema: string, settings: SessionSettings = {}): SessionSettings => ({
  ...base,
  search_path: pg.escapeIdentifier(schema),
  ...settings,
});
