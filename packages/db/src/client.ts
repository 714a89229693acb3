import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';

import pg from 'pg';

/**
 * The client of every connection in this package. Where its address has `require_auth=scram-sha-256`, as in libpq, the client sends only a proof
 * of the password, and sends nothing more until the server has proved that it knows the password too. So another program on the address of
 * a database that is down learns nothing. A server that asks for the password itself, or for nothing, is refused with the code 08004.
 */
export class Client extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super(config);
    nameAway(this);
    if (requiresProof(config.connectionString)) demandProof(this);
  }
}

// The types of pg leave out the connection below the client; its events are the messages of the server.
type Connected = pg.Client & { connection: EventEmitter & { stream: Duplex } };

/** ENOENT: a clean stop removes the socket. ECONNREFUSED: `kill -9` leaves it. EAGAIN: too many connections wait at it. */
const away = new Set(['ENOENT', 'ECONNREFUSED', 'EAGAIN']);

/**
 * Gives all errors of a server that is away (its socket is missing, refuses, or takes no more connections) the one code that a port gives, which
 * Prisma knows too, and a message without the path, because the message reaches the log.
 */
function nameAway(client: pg.Client): void {
  const { connection } = client as Connected;
  connection.on('error', (error: NodeJS.ErrnoException) => {
    if (!client.host.startsWith('/') || error.syscall !== 'connect' || !away.has(error.code ?? '')) return;
    const message = `connect ${error.code}: the socket of the database`;
    Object.assign(error, { code: 'ECONNREFUSED', message, stack: `Error: ${message}` });
  });
}

/** Whether an address asks for the server's proof. */
function requiresProof(url: string | undefined): boolean {
  return url !== undefined && URL.canParse(url) && new URL(url).searchParams.get('require_auth') === 'scram-sha-256';
}

function demandProof(client: pg.Client): void {
  const { connection } = client as Connected;
  let isFinal = false;
  const refuse = (): void => {
    // The handlers of pg for this very message still run after this one.
    client.password = '';
    connection.emit(
      'error',
      Object.assign(new Error('The server does not prove that it knows the password.'), { code: '08004' }),
    );
  };
  connection.on('authenticationCleartextPassword', refuse);
  connection.on('authenticationMD5Password', refuse);
  // This message brings the server's proof; pg throws where the proof is wrong.
  connection.on('authenticationSASLFinal', () => (isFinal = true));
  connection.on('authenticationOk', () => {
    if (!isFinal) refuse();
  });
  connection.on('error', () => {
    // The messages behind the refused one may be in memory already.
    connection.removeAllListeners('readyForQuery');
    connection.stream.destroy();
  });
}
