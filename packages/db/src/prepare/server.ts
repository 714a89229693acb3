import pg from 'pg';

import { Client, type ClientConfig } from '../client.ts';
import { addressesOf, NoPrimaryError, parameterOf, shownHosts, StandbyError } from '../primary.ts';
import { codeOf, StartupError } from '../startup-error.ts';
import { createDatabaseLine } from './create-database-line.ts';

/** The target of a DATABASE_URL, in words that may be shown. */
export type Target = { url: string; server: string; user: string; database: string };

/**
 * Parses a DATABASE_URL. Throws `StartupError` when it is not a valid one; the message does not
 * repeat it, because it may contain a password.
 */
export function parseDatabaseUrl(url: string): Target {
  const addresses = addressesOf(url);
  if (!addresses.every(isAddress)) {
    throw new StartupError(
      'DATABASE_URL is not the address of a PostgreSQL database: it has the form postgresql://user:password@host:5432/database, with special characters of the password percent-encoded. Several hosts are separated by commas, as host1:5432,host2:5432.',
    );
  }
  const isSeveral = addresses.length > 1;
  const host = parameterOf(url, 'host');
  if (isSeveral ? addresses.some(isWithoutHost) || host !== undefined : host?.includes(',') === true) {
    throw new StartupError(
      'DATABASE_URL names several hosts in a form that is not understood: write them before the database and nowhere else, as postgresql://user:password@host1:5432,host2:5432/database.',
    );
  }
  const { user, database } = parsed(addresses[0]);
  return { url, server: shownHosts(url), user: user ?? '', database: database ?? '' };
}

/** The library reads the files that an address names. */
function parsed(address: string): pg.Client {
  try {
    return new pg.Client({ connectionString: address });
  } catch (error) {
    throw new StartupError(
      `DATABASE_URL names a file that cannot be read, or a parameter has no such value (${codeOf(error) ?? 'unknown'}): correct sslrootcert, sslcert, sslkey or the others.`,
      { cause: error },
    );
  }
}

const isAddress = (address: string): boolean =>
  URL.canParse(address) && /^postgres(ql)?:$/.test(new URL(address).protocol);

const isWithoutHost = (address: string): boolean => new URL(address).hostname === '';

/** A connection, within 5 s. @throws StartupError that says what is wrong with DATABASE_URL. */
export async function connect(target: Target, config: Pick<ClientConfig, 'isBare'> = {}): Promise<Client> {
  const client = new Client({
    connectionString: target.url,
    connectionTimeoutMillis: 5000,
    query_timeout: 10_000,
    application_name: 'goal (start)',
    ...config,
  });
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    throw new StartupError(explain(error, target), { cause: error });
  }
  return client;
}

function explain(error: unknown, target: Target): string {
  const { server, user, database } = target;
  if (error instanceof StandbyError)
    return `The PostgreSQL server at ${server} is a standby and takes no writes: set DATABASE_URL to its primary.`;
  if (error instanceof NoPrimaryError) {
    // A refusal of one host, as of the password, says more than a host that is away or a standby.
    const told = error.errors.find(({ cause }) => /^(28|3D|53)/.test(codeOf(cause) ?? ''));
    if (told !== undefined) return explain(told.cause, target);
    const why = error.errors.map(({ message }) => message).join('; ');
    return `No PostgreSQL server of DATABASE_URL is a primary (${why}): start or promote one, or correct DATABASE_URL.`;
  }
  const code = codeOf(error) ?? '';
  const words = error instanceof Error ? error.message : '';
  // The second is the client's own, where the address has no password.
  if (code === '28P01' || words.includes('password must be')) {
    return `The PostgreSQL server at ${server} does not let the user "${user}" in: correct user and password in DATABASE_URL.`;
  }
  if (code === '28000')
    return `The PostgreSQL server at ${server} does not let the user "${user}" into the database "${database}": correct the user in DATABASE_URL, or the line for it in the server's pg_hba.conf, which may demand TLS (sslmode).`;
  if (code === '3D000') {
    return `The PostgreSQL server at ${server} has no database "${database}": make it with ${createDatabaseLine(database, 0)}; or correct DATABASE_URL.`;
  }
  if (code === '57P03' || code === '57P01')
    return `The PostgreSQL server at ${server} is starting or stopping: try again when it is up.`;
  if (code === '53300')
    return `The PostgreSQL server at ${server} has no connection left: raise its max_connections, or end other programs.`;
  // Only a pooler sends it: PostgreSQL has another code for a parameter that it does not know.
  if (code === '08P01')
    return `The connection pooler at ${server} refuses the connection (${words}): correct its settings or DATABASE_URL, which needs no parameter "options", or let it lead to PostgreSQL itself.`;
  if (['22023', '42501', '42704'].includes(code))
    return `The PostgreSQL server at ${server} refuses a setting of the session (${words}): correct "options" in DATABASE_URL, or the setting of the user "${user}" or of the database.`;
  if (/SSL|certificate/i.test(words))
    return `The PostgreSQL server at ${server} and DATABASE_URL do not agree on TLS (${words}): see its parameter sslmode.`;
  if (/^E[A-Z_]+$/.test(code) || /timeout|terminated/i.test(words)) {
    return `No PostgreSQL server answers at ${server} (${code || 'timed out'}): start it, or correct DATABASE_URL.`;
  }
  return `The PostgreSQL server at ${server} cannot be used (${code || words}): correct DATABASE_URL.`;
}
