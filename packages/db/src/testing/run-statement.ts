import pg from 'pg';

import { waitLimitMs } from './waiting.ts';

/** Runs a statement on a connection of its own. Throws if it fails. */
export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: waitLimitMs });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
