import { DomainError, type SinkType } from '@goal/contract';
import type { Database, Tx } from '@goal/db';

import type { Caller } from '../../ground/caller.ts';
import { opensApi } from '../../ground/limits-of.ts';

/**
 * A session passes no paid-plan gate, so each stream that it makes, moves or tries is judged by its
 * sink: mail needs no plan, all others do (rulings §15.12). Throws `paid_plan`.
 */
export async function judgePlanOfSink(
  db: Database['prisma'] | Tx,
  { account, membership }: Pick<Caller, 'account' | 'membership'>,
  type: SinkType,
): Promise<void> {
  if (membership === undefined || type === 'mail') return;
  const found = await db.account.findFirst({
    where: { rowId: account.rowId },
    select: { isReseller: true, plan: { select: { api: true } } },
  });
  if (found === null || !opensApi({ api: found.plan.api, isReseller: found.isReseller }))
    throw new DomainError('paid_plan');
}
