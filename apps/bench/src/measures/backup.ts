import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { writeBackup } from '@goal/db';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import type { Result } from '../report.ts';
import { at } from '../world/random.ts';
import { timeAlternating, formatPercentile } from './timing.ts';
import type { World } from './world.ts';

const rounds = 4;

/**
 * docs/decisions/029-backup.md: compares a complete backup with a bare COPY of the same tables,
 * each into a synced file.
 */
export async function measureBackup(world: World): Promise<Result> {
  const file = path.join(world.dataDir, 'backup.tmp');
  const sink = () => createWriteStream(file, { flush: true });
  try {
    const found = await timeAlternating({ rounds, turns: 1, progress: world.progress }, () => ({
      backup: () => pipeline(writeBackup(world.url, { program: 'bench' }), sink()),
      copy: () => pipeline(copyAll(world), sink()),
    }));
    return {
      what: 'backup of everything ÷ COPY of the same tables into a file',
      figures: `${formatPercentile(found, 'backup')} ÷ ${formatPercentile(found, 'copy')}, ${world.events.toLocaleString('en')} events`,
      ratios: found.map((round) => at(round.backup, 0) / at(round.copy, 0)),
      goal: { atMost: 1.5 },
    };
  } finally {
    await rm(file, { force: true });
  }
}

async function* copyAll({ url }: World): AsyncGenerator<Buffer> {
  // No timeout: the library's timer keeps running after a COPY, and would keep this process alive.
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
    );
    for (const { name } of rows) yield* copyOut(client, name);
  } finally {
    await client.end();
  }
}

async function* copyOut(client: pg.Client, table: string): AsyncGenerator<Buffer> {
  yield* client.query(copyTo(`COPY ${client.escapeIdentifier(table)} TO STDOUT`));
}
