import type pg from 'pg';

import { Client } from './client.ts';

/**
 * The rows of events are in one PostgreSQL, or spread by account over the machines of Citus. This
 * decides the settings of the pools' sessions and the form of the few statements that Citus
 * cannot run as they are (docs/decisions/067-statements-for-citus.md).
 */
export type Topology = 'plain' | 'citus';

/** Returns what asks the database until it answers once, by a connection of its own. */
export function topologyOf(config: pg.ClientConfig): () => Promise<Topology> {
  let asked: Promise<Topology> | undefined;
  return () => {
    asked ??= ask(config).catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
}

async function ask(config: pg.ClientConfig): Promise<Topology> {
  const client = new Client(config);
  try {
    await client.connect();
    const { rowCount } = await client.query(`select where to_regclass('pg_dist_node') is not null`);
    return rowCount === 0 ? 'plain' : 'citus';
  } finally {
    // A server that hangs does not answer the farewell either.
    void client.end().catch(() => {});
  }
}
