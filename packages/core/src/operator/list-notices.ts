import { limits, type AccountNotices } from '@goal/contract';

import type { Core } from '../core.ts';
import type { MembershipPart } from '../credential/credential.ts';

const newest = 20;

/**
 * dashboard.notices: new ways in that the provider made for members in the last 30 days, newest
 * first, from the account's record (rulings §10.25). Owners alone are told.
 */
export async function listNotices(core: Core, { role, account }: MembershipPart): Promise<AccountNotices> {
  if (role !== 'owner') return { notices: [] };
  const { rows } = await core.db.work.query<{ email: string; at: Date }>(
    `SELECT detail->>'email' AS email, occurred_at AS at FROM action
     WHERE account_id = $1::uuid AND action = 'person.reset' AND occurred_at > now() - $2 * interval '1 day'
     ORDER BY occurred_at DESC, id DESC LIMIT $3`,
    [account.id, limits.noticeDays, newest],
  );
  return { notices: rows.map(({ email, at }) => ({ kind: 'person_reset', email, at: at.toISOString() })) };
}
