import { limits, type AccountNotices } from '@goal/contract';
import { rows } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { MembershipPart } from '../credential/credential.ts';

const newest = 20;

/**
 * dashboard.notices: what the page of an account shows above all else.
 * - `notices`: new ways in that the provider made for members in the last 30 days, newest first,
 *   from the account's record (rulings §10.25). Owners alone are told.
 * - `paused_by_plan`: how many sites the last downgrade paused, until somebody has chosen which are
 *   active (rulings §10.19). Those who may choose are told; 0 for a reseller.
 */
export async function listNotices(core: Db, membership: MembershipPart): Promise<AccountNotices> {
  const { role, account, group } = membership;
  const mayChoose = role !== 'viewer' && group === undefined && !account.isReseller;
  const [notices, paused] = await Promise.all([
    role === 'owner' ? listResets(core, account) : [],
    mayChoose ? countPausedByPlan(core, account) : 0,
  ]);
  return { notices, paused_by_plan: paused };
}

async function listResets({ db }: Db, { id }: { id: string }): Promise<AccountNotices['notices']> {
  const { rows: found } = await db.work.query<{ email: string; at: Date }>(
    `SELECT detail->>'email' AS email, occurred_at AS at FROM action
     WHERE account_id = $1::uuid AND action = 'person.reset' AND occurred_at > now() - $2 * interval '1 day'
     ORDER BY occurred_at DESC, id DESC LIMIT $3`,
    [id, limits.noticeDays, newest],
  );
  return found.map(({ email, at }) => ({ kind: 'person_reset', email, at: at.toISOString() }));
}

async function countPausedByPlan({ db }: Db, { rowId }: { rowId: number }): Promise<number> {
  const [row] = await rows<[paused: number]>(db.work, {
    name: 'paused by plan',
    text: `SELECT count(*) FROM account a JOIN site s ON s.account_no = a.no
           WHERE a.no = $1 AND s.status = 'paused' AND s.downgraded_at = a.last_downgrade_at
             AND NOT EXISTS (SELECT FROM chosen_sites c WHERE c.account_no = a.no AND c.at > a.last_downgrade_at)`,
    values: [rowId],
  });
  return row?.[0] ?? 0;
}
