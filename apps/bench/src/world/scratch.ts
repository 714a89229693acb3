import type { Database } from '@goal/db';
import type pg from 'pg';

import { eventLines } from './commits.ts';
import { copyLines } from './copy.ts';
import { ownIds } from './tidy.ts';
import { vocabulary } from './events.ts';
import type { Http } from './http.ts';
import type { Random } from './random.ts';

/** A site that a measure may purge, and a key of its account. */
export type ScratchSite = { id: string; rowId: number; account: number; key: string };

/** Registers an account with `count` sites that a measure may change. The next run removes it. */
export async function scratchSites(
  { http, db, operator }: { http: Http; db: Database; operator: string },
  count: number,
): Promise<ScratchSite[]> {
  const post = async (path: string, body: object): Promise<Record<string, string>> =>
    // The cast trusts the service's own answers, JSON objects whose fields used here are strings.
    JSON.parse(
      await http.send({
        method: 'POST',
        path: `/admin${path}`,
        token: operator,
        body: JSON.stringify(body),
        expect: 201,
      }),
    ) as Record<string, string>;
  const name = `scratch${Date.now()}`;
  const { id = '' } = await post('/accounts', { email: `${name}@example.com`, plan: 'agency' });
  const { key = '' } = await post(`/accounts/${id}/keys`, {});
  const sites: ScratchSite[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const domain = `site${nth}.${name}.example.com`;
    const { site_id = '' } = await post(`/accounts/${id}/sites`, { domain, site_url: `https://${domain}` });
    const { rows } = await db.work.query<{ rowId: number; account: number }>(
      'SELECT no AS "rowId", account_no AS account FROM site WHERE id = $1',
      [site_id],
    );
    for (const { rowId, account } of rows) sites.push({ id: site_id, rowId, account, key });
  }
  return sites;
}

let filled = 0;

/** Stores `events` events over 300 days for each site by COPY, interleaved, with their counters. */
export async function fillScratch(
  plain: pg.Pool,
  sites: readonly ScratchSite[],
  events: number,
  random: Random,
): Promise<void> {
  const client = await plain.connect();
  try {
    const first = ownIds + 2 ** 50 + filled;
    filled += events * sites.length;
    await copyLines(client, ...eventLines(vocabulary(), { sites, events, first, days: 300, random }));
    await client.query(
      `INSERT INTO kept (account, site, day, severity, n)
       SELECT account, site, (occurred_at AT TIME ZONE 'utc')::date, severity, count(*) FROM event
       WHERE account = $1 AND site = ANY($2) GROUP BY 1, 2, 3, 4`,
      [sites[0]?.account, sites.map(({ rowId }) => rowId)],
    );
    await client.query(
      `INSERT INTO kept_day AS k (account, day, severity, n) SELECT account, day, severity, sum(n) FROM kept WHERE account = $1 GROUP BY 1, 2, 3
       ON CONFLICT (account, day, severity) DO UPDATE SET n = excluded.n`,
      [sites[0]?.account],
    );
  } finally {
    client.release();
  }
}
