import type pg from 'pg';

/**
 * Connections that fell silent without closing: behind a firewall that forgot them, or to a machine that is gone. The system would notice after
 * many minutes.
 */
export class Silence {
  /** Connections of all pools that nobody uses at the moment. */
  readonly #idle = new Set<pg.PoolClient>();

  /**
   * When a statement of this pool is not answered in time, its connection is closed at once, so that no ROLLBACK waits behind it for as long again;
   * and so are all that are idle, in every pool that is watched: they lead the same way, and each would cost another request its answer.
   */
  watch(pool: pg.Pool): void {
    pool.on('connect', (client) => {
      // A connection may die in the hands of a caller, who hears of it by the statement; without a listener it would end the process.
      client.on('error', () => {});
      this.#listen(client);
    });
    pool.on('acquire', (client) => this.#idle.delete(client));
    pool.on('remove', (client) => this.#idle.delete(client));
    pool.on('release', (error: unknown, client: pg.PoolClient) => {
      if (error) this.#judge(error, client);
      else this.#idle.add(client);
    });
  }

  #listen(client: pg.PoolClient): void {
    // One function stands behind all overloads of the library.
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    client.query = ((...input: unknown[]) => {
      const answer = query(...input);
      // Without a promise it is the pool that asked for a caller; its `release` tells.
      if (answer instanceof Promise) answer.catch((error: unknown) => this.#judge(error, client));
      return answer;
    }) as pg.PoolClient['query'];
  }

  #judge(error: unknown, client: pg.PoolClient): void {
    if (!(error instanceof Error && error.message === 'Query read timeout')) return;
    for (const one of [client, ...this.#idle]) cut(one);
    this.#idle.clear();
  }
}

/** The library's own `end` would wait for the other side to say goodbye. */
function cut(client: pg.PoolClient): void {
  // The types of pg leave out the connection below the client.
  (client as Connected).connection?.stream.destroy();
}

type Connected = { connection?: { stream: { destroy(): void } } };
