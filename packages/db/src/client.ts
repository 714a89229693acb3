import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';

import pg from 'pg';

/**
 * The client of every connection in this package. If its address has `require_auth=scram-sha-256`,
 * as in libpq, the client sends only a proof of the password, and nothing more until the server has
 * proved that it knows the password too. So another program at the address of a stopped database
 * learns nothing. A server that asks for the password itself, or for no proof, is refused with code
 * 08004.
 */
export class Client extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super(config);
    nameAway(this);
    if (requiresProof(config.connectionString)) demandProof(this);
  }
}

// pg's types omit the connection below the client. Its events are the server's messages.
type Connected = pg.Client & { connection: EventEmitter & { stream: Duplex } };

/**
 * ENOENT: a clean stop removes the socket. ECONNREFUSED: `kill -9` leaves it. EAGAIN: too many
 * connections wait at it.
 */
const away = new Set(['ENOENT', 'ECONNREFUSED', 'EAGAIN']);

/**
 * Gives every error of an unreachable socket the one code that a port gives and that Prisma knows.
 * The message omits the path, because it reaches the log.
 */
function nameAway(client: pg.Client): void {
  const { connection } = client as Connected;
  connection.on('error', (error: NodeJS.ErrnoException) => {
    if (!client.host.startsWith('/') || error.syscall !== 'connect' || !away.has(error.code ?? '')) return;
    const message = `connect ${error.code}: the socket of the database`;
    Object.assign(error, { code: 'ECONNREFUSED', message, stack: `Error: ${message}` });
  });
}

/** Whether an address demands the server's proof. */
function requiresProof(url: string | undefined): boolean {
  return url !== undefined && URL.canParse(url) && new URL(url).searchParams.get('require_auth') === 'scram-sha-256';
}

function demandProof(client: pg.Client): void {
  const { connection } = client as Connected;
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
