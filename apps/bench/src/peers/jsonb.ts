import type pg from 'pg';

import type { SentEvent } from '../world/events.ts';
import { missingWord, type Asked, type Peer } from './peer.ts';

/**
 * Most teams write this themselves: one table in PostgreSQL with the event as JSONB, an index on
 * it, pages by OFFSET, and a count beside each page. It lies in the server of the service, with its
 * settings.
 */
export async function openJsonb(pool: pg.Pool, asked: Asked, events: number): Promise<Peer> {
  await pool.query('CREATE INDEX ON activity (site_id, created_at)');
  await pool.query('CREATE INDEX ON activity USING gin (data)');
  await pool.query('VACUUM (ANALYZE) activity');
  return {
    name: 'a table with JSONB in PostgreSQL',
    reader: readerOf(pool, asked),
    async store(site, sent: readonly SentEvent[]) {
      const marks = sent.map((_, nth) => `($1, $${2 * nth + 2}, $${2 * nth + 3})`).join();
      const values = sent.flatMap(({ occurred_at: at, ...data }) => [at, JSON.stringify(data)]);
      await pool.query(`INSERT INTO activity (site_id, created_at, data) VALUES ${marks}`, [site, ...values]);
    },
    async bytesPerEvent() {
      const { rows } = await pool.query<{ bytes: number }>(
        `SELECT pg_total_relation_size('activity')::float8 AS bytes`,
      );
      return (rows[0]?.bytes ?? 0) / events;
    },
  };
}

function readerOf(pool: pg.Pool, { site, group, deepOffset, deepSize, code, from, to }: Asked): Peer['reader'] {
  const page = async (where: string, values: unknown[], limit = 'LIMIT 50'): Promise<number> => {
    const { rowCount } = await pool.query(
      `SELECT * FROM activity WHERE ${where} ORDER BY created_at DESC ${limit}`,
      values,
    );
    await pool.query(`SELECT count(*) FROM activity WHERE ${where}`, values);
    return rowCount ?? 0;
  };
  return {
    page: () => page('site_id = $1', [site]),
    group: () => page('site_id = ANY($1)', [group]),
    deep: () => page('site_id = $1', [site], `LIMIT ${deepSize} OFFSET ${deepOffset}`),
    rare: () => page('site_id = $1 AND data @> $2', [site, JSON.stringify({ code })]),
    word: () => page(`site_id = $1 AND data->>'message' ILIKE $2`, [site, `%${missingWord}%`]),
    async month() {
      const { rows } = await pool.query<{ n: number }>(
        `SELECT data->>'severity' AS severity, count(*)::int AS n FROM activity WHERE site_id = $1 AND created_at BETWEEN $2 AND $3 GROUP BY 1`,
        [site, from, to],
      );
      return rows.reduce((sum, { n }) => sum + n, 0);
    },
  };
}
