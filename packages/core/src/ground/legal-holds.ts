import { DomainError } from '@goal/contract';
import type { Tx } from '@goal/db';

/** Legal hold (rulings §13.6): one of the account covers all its sites. */

/**
 * The condition under which a legal hold keeps events of the site `s` from retention: it runs, or
 * its grace has not ended. `clock` is a timestamp, `graceDays` an integer.
 */
export const keptByHold = (clock: string, graceDays: string): string => `exists (select from legal_hold h
      where h.account_no = s.account_no and (h.site_no is null or h.site_no = s.no)
        and (h.ended_at is null or h.ended_at > ${clock} - ${graceDays} * interval '24 hours'))`;

/** Throws `on_legal_hold` if a hold covers one of these sites. Call it under the account's lock. */
export async function judgeHoldOfSites(tx: Tx, accountRowId: number, siteRowIds: readonly number[]): Promise<void> {
  const holds = await tx.legalHold.count({
    where: {
      accountRowId,
      endedAt: null,
      OR: [{ siteRowId: null }, { siteRowId: { in: [...siteRowIds] } }],
    },
  });
  if (holds > 0) throw new DomainError('on_legal_hold');
}

/** Throws `on_legal_hold` if any hold of the account runs. Call it under the account's lock. */
export async function judgeHoldOfAccount(tx: Tx, accountRowId: number): Promise<void> {
  if ((await tx.legalHold.count({ where: { accountRowId, endedAt: null } })) > 0)
    throw new DomainError('on_legal_hold');
}
