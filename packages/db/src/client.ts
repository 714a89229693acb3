import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';

import pg from 'pg';

import { addressesOf, hostLimitMs, parameterOf, PrimaryFinder, schemaOf, StandbyError, type Host } from './primary.ts';
import { askingText, openingText, settingsIn, type Opened, type SessionSettings } from './session-base.ts';
import { codeOf } from './startup-error.ts';

export type ClientConfig = pg.ClientConfig & {
  /** Settings of the session beside those that every session has (session-base.ts). */
  settings?: SessionSettings | undefined;
  /** Leaves the session as it comes: for a look at a connection that may not be one's own. */
  isBare?: boolean | undefined;
};

/**
 * The client of every connection in this package. It uses a primary only: its address may name
 * several hosts (primary.ts), and each new connection asks the server whether it is a standby, so
 * that a proxy or a name that leads to one is noticed too.
 *
 * If its address has `require_auth=scram-sha-256`, as in libpq, the client sends only a proof of
 * the password, and nothing more until the server has proved that it knows the password too. So
 * another program at the address of a stopped database learns nothing. A server that asks for the
 * password itself, or for no proof, is refused with code 08004.
 *
 * It sets its session by itself, over whatever the role, the database, the server or the address
 * say: as statements, because a pooler may refuse or drop the options of a connection.
 *
 * No error of a connection ends the process. Its statement reports it, and an owner that holds an
 * idle one may listen for `error` or `end`.
 */
export class Client extends pg.Client {
  readonly #finder: PrimaryFinder | undefined;
  readonly #connectMs: number | undefined;
  readonly #settings: SessionSettings | undefined;
  /** The server's cluster and timeline (lives.ts), once connected; empty where it may not ask. */
  life = '';
  /** Whether a pooler stands in between, once connected: its numbers of sessions are its own. */
  isPooled = false;

  constructor(config: ClientConfig = {}) {
    const { connectionString: url, connectionTimeoutMillis: connectMs, application_name: name } = config;
    const finder = url === undefined ? undefined : finderOf(url);
    super(finder === undefined ? config : { ...config, connectionString: finder.addresses[0] });
    // The values of the address would win.
    Object.assign(inside(this).connectionParameters, ownLimits(config));
    this.#settings =
      config.isBare === true
        ? undefined
        : settingsIn(schemaOf(url), { ...(name === undefined ? {} : { application_name: name }), ...config.settings });
    this.#finder = finder;
    this.#connectMs = connectMs === 0 ? undefined : connectMs;
    // From the first moment on: a server may end a session in the packet that opens it, before any
    // owner can listen.
    this.on('error', () => {});
    nameAway(this);
    failUnconfirmed(this);
    if (url !== undefined && parameterOf(url, 'require_auth') === 'scram-sha-256') demandProof(this);
  }

  /** Throws `StandbyError` and `NoPrimaryError` too. */
  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
    const connected = this.#connectToPrimary();
    if (callback === undefined) return connected;
    // pg's types demand an error even where there is none.
    const succeed = callback as () => void;
    void connected.then(() => succeed(), callback);
  }

  async #connectToPrimary(): Promise<pg.Client> {
    const finder = this.#finder;
    const host = finder && (await inTime(finder.find(), this.#connectMs));
    if (host !== undefined) {
      lead(this, host);
      // The server went away, or is about to: perhaps another one is promoted.
      this.on('error', () => finder?.doubt(host));
    }
    try {
      await super.connect();
      await this.#open();
      return this;
    } catch (error) {
      if (host !== undefined) finder?.doubt(host);
      throw error;
    }
  }

  /** Sets the session, and learns who the server is. Throws `StandbyError`. */
  async #open(): Promise<void> {
    const cut = (): void => void inside(this).connection.stream.destroy();
    const late = setTimeout(cut, hostLimitMs);
    try {
      const { standby, life, pid } = await this.#ask();
      if (standby) throw new StandbyError();
      this.life = life ?? '';
      this.isPooled = inside(this).processID !== pid;
      // By a pooler's number no session can be cancelled.
      inside(this).processID = pid;
    } catch (error) {
      cut();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  async #ask(withLife = true, attempts = 5): Promise<Opened> {
    const settings = this.#settings;
    try {
      // Several statements have several results, which pg's types omit.
      const answers: pg.QueryResult<Opened> | pg.QueryResult<Opened>[] = await this.query<Opened>(
        settings === undefined ? askingText(withLife) : openingText(settings, withLife),
      );
      const [opened] = [answers].flat().at(-1)?.rows ?? [];
      if (opened === undefined) throw new Error('a SELECT without a row');
      return opened;
    } catch (error) {
      if (withLife && isForbidden(error)) return await this.#ask(false, attempts);
      // The role's own limit of time, which holds for the first statement, may be a millisecond.
      if (codeOf(error) === '57014' && attempts > 1) return await this.#ask(withLife, attempts - 1);
      throw error;
    }
  }
}

/** The limit of time of the client is its owner's; those of the session are set once it is open. */
const ownLimits = ({ query_timeout = 0 }: ClientConfig): object => ({
  query_timeout,
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
});

/** The finders of primaries by address. A process has one address, or very few. */
const finders = new Map<string, PrimaryFinder>();

function finderOf(url: string): PrimaryFinder | undefined {
  const addresses = addressesOf(url);
  if (addresses.length === 1) return undefined;
  const finder = finders.get(url) ?? new PrimaryFinder(addresses, timelineOf);
  finders.set(url, finder);
  return finder;
}

async function timelineOf(address: string): Promise<string> {
  const client = new Client({
    connectionString: address,
    connectionTimeoutMillis: hostLimitMs,
    query_timeout: hostLimitMs,
    application_name: 'goal (host)',
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string }>(
      'SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline',
    );
    return rows[0]?.timeline ?? '';
  } catch (error) {
    if (isForbidden(error)) return '';
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Waits at most `limitMs` for `work`. */
async function inTime<T>(work: Promise<T>, limitMs: number | undefined): Promise<T> {
  if (limitMs === undefined) return await work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout expired')), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

// pg's types omit the connection below the client. Its events are the server's messages.
type Connected = pg.Client & {
  connection: EventEmitter & { stream: Duplex };
  connectionParameters: Host;
  processID: number | null;
};

const inside = (client: pg.Client): Connected => client as Connected;

/** Makes a client that is not connected yet lead to this host. */
function lead(client: pg.Client, { host, port }: Host): void {
  Object.assign(client, { host, port });
  Object.assign(inside(client).connectionParameters, { host, port });
}

/** Some services do not let their users ask for cluster and timeline. */
const isForbidden = (error: unknown): boolean => codeOf(error) === '42501' || codeOf(error) === '42883';

/**
 * A commit that waits for a synchronous standby ends with a mere warning when it is cancelled: it
 * is done on the primary, and a failover may lose it. This makes it an error, so that nobody takes
 * it for durable.
 */
function failUnconfirmed(client: pg.Client): void {
  const { connection } = inside(client);
  connection.on('notice', ({ routine }: { routine?: string }) => {
    if (routine !== 'SyncRepWaitForLSN') return;
    connection.emit('error', Object.assign(new Error('The standby has not confirmed the commit.'), { code: '08007' }));
    // Later messages may already be in memory.
    connection.removeAllListeners('readyForQuery');
    connection.stream.destroy();
  });
}

/** ENOENT: a clean stop. ECONNREFUSED: `kill -9`. EAGAIN: too many connections wait. */
const away = new Set(['ENOENT', 'ECONNREFUSED', 'EAGAIN']);

/**
 * Gives every error of an unreachable socket the one code that a port gives and that Prisma knows.
 * The message omits the path, because it reaches the log.
 */
function nameAway(client: pg.Client): void {
  const { connection } = inside(client);
  connection.on('error', (error: NodeJS.ErrnoException) => {
    if (!client.host.startsWith('/') || error.syscall !== 'connect' || !away.has(error.code ?? '')) return;
    const message = `connect ${error.code}: the socket of the database`;
    Object.assign(error, { code: 'ECONNREFUSED', message, stack: `Error: ${message}` });
  });
}

function demandProof(client: pg.Client): void {
  const { connection } = inside(client);
  let isFinal = false;
  const refuse = (): void => {
    // pg's own handlers for this message run after this one.
    client.password = '';
    connection.emit(
      'error',
      Object.assign(new Error('The server does not prove that it knows the password.'), { code: '08004' }),
    );
  };
  connection.on('authenticationCleartextPassword', refuse);
  connection.on('authenticationMD5Password', refuse);
  // This message brings the server's proof. pg throws if the proof is wrong.
  connection.on('authenticationSASLFinal', () => (isFinal = true));
  connection.on('authenticationOk', () => {
    if (!isFinal) refuse();
  });
  connection.on('error', () => {
    // Later messages may already be in memory.
    connection.removeAllListeners('readyForQuery');
    connection.stream.destroy();
  });
}
