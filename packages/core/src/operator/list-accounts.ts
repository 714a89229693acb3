import { DomainError, isUuid, type OperatorAccountRow } from '@goal/contract';

import type { Core } from '../core.ts';
import type { Position } from '../event/position.ts';

/** What an operator may look for: part of the e-mail in any case (wildcards are ordinary characters) or an account id; plan; flag. */
export type AccountFilter = { q?: string | undefined; plan?: string | undefined; isReseller?: boolean | undefined };

/** Throws `unknown_plan` for a slug that no plan has (rulings §8). */
export async function judgePlan(core: Core, slug: string): Promise<void> {
  if ((await core.db.prisma.plan.count({ where: { slug } })) === 0) throw new DomainError('unknown_plan');
}

/** GET /admin/accounts: a page of accounts, newest first, and the position to go on from; undefined on the last page. */
export async function listAccounts(
  core: Core,
  { q, plan, isReseller }: AccountFilter,
  { limit, after }: { limit: number; after?: Position | undefined },
): Promise<{ accounts: OperatorAccountRow[]; next: Position | undefined }> {
  type Row = {
    no: number;
    id: string;
    email: string;
    plan: string;
    is_reseller: boolean;
    created_at: Date;
    active: number;
    paused: number;
  };
  const { rows } = await core.db.work.query<Row>(
    `SELECT a.no, a.id::text, a.email, a.plan, a.is_reseller, a.created_at, n.active, n.paused
     FROM account a CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE status = 'active') AS active, count(*) FILTER (WHERE status = 'paused') AS paused
       FROM site s WHERE s.account_no = a.no) n
     WHERE ($1::timestamptz IS NULL OR (a.created_at, a.no) < ($1, $2::int))
       AND ($3::text IS NULL OR strpos(a.email, $3) > 0 OR a.id = $4::uuid)
       AND ($5::text IS NULL OR a.plan = $5)
       AND ($6::boolean IS NULL OR a.is_reseller = $6)
     ORDER BY a.created_at DESC, a.no DESC LIMIT $7`,
    [
      after === undefined ? null : new Date(after.time),
      after?.id ?? null,
      q?.toLowerCase() ?? null,
      isUuid(q) ? q : null,
      plan ?? null,
      isReseller ?? null,
      limit + 1,
    ],
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    accounts: page.map((row) => ({
      id: row.id,
      email: row.email,
      plan: row.plan,
      is_reseller: row.is_reseller,
      created_at: row.created_at.toISOString(),
      sites_active: row.active,
      sites_paused: row.paused,
    })),
    next: rows.length > limit && last !== undefined ? { time: last.created_at.getTime(), id: last.no } : undefined,
  };
}
