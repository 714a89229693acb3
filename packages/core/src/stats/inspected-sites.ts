import type { InspectedSiteRow } from '@goal/contract';

import type { Core } from '../core.ts';

type Shown = Omit<InspectedSiteRow, 'created_at' | 'last_accepted_at'>;
/** A site as operators see it, with its arrivals and its position in a list. */
export type InspectedRow = Shown & {
  rowId: number;
  keep_ip: boolean;
  created_at: Date;
  last_accepted_at: Date | null;
  last_refused_at: Date | null;
  last_refusal: string | null;
};

/**
 * Reads the sites that `selected` selects from the table `site`: at most a page, newest first.
 * Arrivals are read for these sites alone, from counters: events a day over the last 30 UTC days,
 * or over the life of a younger site.
 */
export async function readInspectedSites(core: Core, selected: string, values: unknown[]): Promise<InspectedRow[]> {
  await core.events.arrivals.flushIfPossible();
  const { rows } = await core.db.work.query<InspectedRow>(
    `SELECT s.no AS "rowId", s.id::text, s.domain, s.site_url, s.name, s.status, s.retention_days, s.created_at, s.rate_limit_rps, s.keep_ip, a.id::text AS account_id,
       (SELECT count(*) FROM site_key k WHERE k.site_no = s.no AND k.revoked_at IS NULL) AS active_token_count,
       g.id::text AS group_id, g.name AS group_name, r.last_accepted_at, r.last_refused_at, r.last_refusal,
       round(coalesce((SELECT sum(c.events) FROM accepted c WHERE c.account = s.account_no AND c.site = s.no AND c.day > today.day - 30), 0)
         / least(30, greatest(1, today.day - (s.created_at AT TIME ZONE 'UTC')::date + 1)), 1)::float8 AS events_per_day
     FROM (${selected}) s CROSS JOIN (SELECT (now() AT TIME ZONE 'UTC')::date AS day) today
       JOIN account a ON a.no = s.account_no LEFT JOIN site_group g ON g.no = s.group_no LEFT JOIN site_arrival r ON r.site_no = s.no
     ORDER BY s.created_at DESC, s.no DESC`,
    values,
  );
  return rows;
}

/** The row as lists show it. */
export function inspectedSiteRow({
  rowId: _,
  keep_ip: _keep,
  last_refused_at: _at,
  last_refusal: _why,
  ...row
}: InspectedRow): InspectedSiteRow {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    last_accepted_at: row.last_accepted_at?.toISOString() ?? null,
  };
}
