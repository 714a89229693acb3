import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { writeBackup } from '@goal/db';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import type { Result } from '../report.ts';
import { at } from '../world/random.ts';
import { inTurns, said } from './turns.ts';
import type { World } from './world.ts';

const rounds = 4;

/** docs/decisions/029-backup.md: a whole backup beside a bare COPY of the same tables, one after the other, each into a file that is synced. */
export async function measureBackup(world: World): Promise<Result> {
  const file = path.join(world.dataDir, 'backup.tmp');
  const sink = () => createWriteStream(file, { flush: true });
  try {
    const found = await inTurns({ rounds, turns: 1, progress: world.progress }, () => ({
      backup: () => pipeline(writeBackup(world.url, { program: 'bench' }), sink()),
      copy: () => pipeline(copyAll(world), sink()),
    }));
    return {
      what: 'backup of everything ÷ COPY of the same tables into a file',
      figures: `${said(found, 'backup')} ÷ ${said(found, 'copy')}, ${world.events.toLocaleString('en')} events`,
      ratios: found.map((round) => at(round.backup, 0) / at(round.copy, 0)),
      goal: { atMost: 1.5 },
    };
  } finally {
    await rm(file, { force: true });
  }
}

async function* copyAll({ url }: World): AsyncGenerator<Buffer> {
  // No limit of time: the one of the library goes on running after a COPY, and keeps the process.
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
