import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

import type { Closing } from '../run.ts';
import { at } from '../world/random.ts';
import type { Asked } from './peer.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The largest site, a group of 200 sites, the rarest code of the site, and the newest month. */
export async function whatToAsk(
  plain: pg.Pool,
  population: {
    sites: readonly { rowId: number; events: number; account: { rowId: number } }[];
    groups: readonly { sites: number[] }[];
  },
): Promise<Asked> {
  const site = population.sites.reduce((most, one) => (one.events > most.events ? one : most));
  const group = at(population.groups, 1).sites;
  const { rows } = await plain.query<{ code: number | string }>(
    'SELECT code FROM event WHERE account = $1 AND site = $2 GROUP BY code ORDER BY count(*), code LIMIT 1',
    [site.account.rowId, site.rowId],
  );
  const deepSize = 25;
  const pages = Math.min(1000, Math.floor(site.events / deepSize));
  // The data set ends yesterday.
  const to = new Date(Math.floor(Date.now() / dayMs) * dayMs);
  return {
    site: site.rowId,
    group,
    deepSize,
    deepOffset: (pages - 1) * deepSize,
    code: Number(at(rows, 0).code),
    from: new Date(to.getTime() - 30 * dayMs),
    to,
  };
}

/** Copies the events into the plain table, and into files that the other peers load. */
export async function copyEvents(
  plain: pg.Pool,
  table: pg.Pool,
  folder: string,
  closing: Closing,
): Promise<{ occurrences: string; metadata: string }> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  closing.unshift(() => rmSync(folder, { recursive: true, force: true }));
  const word = (kind: number, of: string): string =>
    `(SELECT value FROM dictionary d WHERE d.account = e.account AND d.kind = ${kind} AND d.id = e.${of})`;
  const words = [word(1, 'object'), word(2, 'event_type'), word(3, 'user_agent')] as const;
  const severity = `(ARRAY['info', 'low', 'medium', 'high', 'critical'])[e.severity]`;
  const session = await plain.connect();
  try {
    await session.query('SET statement_timeout = 600000');
    await session.query(
      `CREATE TEMP TABLE whole AS SELECT e.*, ${severity} AS severity_name, ${words[0]} AS object_name, ${words[1]} AS type_name, ${words[2]} AS agent_name FROM event e`,
    );
    const toFile = async (name: string, select: string): Promise<string> => {
      const file = path.join(folder, name);
      await pipeline(
        session.query(copyTo(`COPY (${select} FROM whole ORDER BY id) TO STDOUT`)),
        createWriteStream(file),
      );
      return file;
    };
    const times = `round(extract(epoch FROM occurred_at), 3)`;
    const occurrences = await toFile(
      'occurrences.tsv',
      `SELECT id, site, code, ${times}, '', severity_name, object_name, type_name, agent_name, '', username, user_id, session_id, coalesce(post_status, ''), coalesce(post_type, ''), coalesce(post_id, 0)`,
    );
    const metadata = await toFile(
      'metadata.tsv',
      `SELECT id, unnest(ARRAY['Message', 'Id']), unnest(ARRAY[message, event_uuid::text])`,
    );
    await table.query(
      'CREATE TABLE activity (id bigserial PRIMARY KEY, site_id int NOT NULL, created_at timestamptz NOT NULL, data jsonb NOT NULL)',
    );
    const data = `jsonb_strip_nulls(jsonb_build_object('code', code, 'severity', severity_name, 'object', object_name, 'event_type', type_name,
      'user_agent', agent_name, 'username', username, 'user_id', user_id, 'session_id', session_id, 'message', message, 'event_uuid', event_uuid,
      'post_id', post_id, 'post_type', post_type, 'post_status', post_status))`;
    const target = await table.connect();
    try {
      await pipeline(
        session.query(copyTo(`COPY (SELECT site, occurred_at, ${data} FROM whole ORDER BY id) TO STDOUT`)),
        target.query(copyFrom('COPY activity (site_id, created_at, data) FROM STDIN')),
      );
    } finally {
      target.release();
    }
    await session.query('DROP TABLE whole');
    return { occurrences, metadata };
  } finally {
    session.release();
  }
}
