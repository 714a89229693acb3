import type pg from 'pg';

import { codeOf } from './startup-error.ts';

/**
 * Closes connections that hang: a firewall forgot them, or the machine at the other end has gone.
 * The operating system would notice only after many minutes. Also closes a connection whose server
 * has become read only, because a proxy may lead the next one to the primary.
 */
export class HungConnections {
  /** The idle connections of all watched pools. */
  readonly #idle = new Set<pg.PoolClient>();

  /**
   * Watches a pool. When one of its statements gets no answer in time, its connection is closed at
   * once, so that no ROLLBACK waits just as long behind it. The idle connections of all watched
   * pools are closed too: they lead to the same server, and each would cost another request its
   * answer.
   */
  watch(pool: pg.Pool): void {
    pool.on('connect', (client) => this.#listen(client));
    pool.on('acquire', (client) => this.#idle.delete(client));
    pool.on('remove', (client) => this.#idle.delete(client));
    pool.on('release', (error: unknown, client: pg.PoolClient) => {
      if (error) this.#judge(error, client);
      else this.#idle.add(client);
    });
  }

  #listen(client: pg.PoolClient): void {
    // The library implements all overloads by one function.
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    client.query = ((...input: unknown[]) => {
      const answer = query(...input);
      // Without a promise the pool itself made the query, and `release` reports its error.
      if (answer instanceof Promise) answer.catch((error: unknown) => this.#judge(error, client));
      return answer;
    }) as pg.PoolClient['query'];
  }

  #judge(error: unknown, client: pg.PoolClient): void {
    // The pool keeps no client that is ending.
    if (codeOf(error) === readOnly) client.end().catch(() => {});
    if (!(error instanceof Error && error.message === 'Query read timeout')) return;
    cut(client);
    for (const one of this.#idle) {
      // The pool forgets it at once. Its socket tells of its end only later, and the next statement
      // would get the closed connection meanwhile.
      one.emit('error', new Error('The connection is closed because another one hangs'));
      cut(one);
    }
    this.#idle.clear();
  }
}

/** SQLSTATE of a write on a standby, or on a server that is set to be read only. */
const readOnly = '25006';

/** Closes the connection at once. The library's `end` would wait for the other side. */
function cut(client: pg.PoolClient): void {
  // pg's types omit the connection below the client.
  (client as WithStream).connection?.stream.destroy();
}

type WithStream = { connection?: { stream: { destroy(): void } } };
