import type { RetentionView } from '@goal/contract';

import type { Core } from '../core.ts';
import { findHold } from './hold.ts';

/** GET /admin/retention: the last run, holds, and what is overdue, from one row (rulings §9.2). */
export async function getRetention(core: Pick<Core, 'db' | 'settings'>): Promise<RetentionView> {
  const [state, hold] = await Promise.all([core.db.prisma.retentionState.findFirst(), findHold(core)]);
  const deleted = state?.lastDeleted ?? null;
  return {
    last_pass_at: state?.lastRunAt.toISOString() ?? null,
    last_end_at: state?.lastEndAt?.toISOString() ?? null,
    last_deleted: deleted === null ? null : Number(deleted),
    held: hold === undefined ? null : { reason: hold.reason, since: hold.since.toISOString() },
    overdue: {
      events: Number(state?.overdueEvents ?? 0),
      sites: state?.overdueSites ?? 0,
      oldest_day: state?.overdueOldestDay?.toISOString().slice(0, 10) ?? null,
      counted_at: state?.overdueCountedAt?.toISOString() ?? null,
    },
    grace_days: core.settings.retentionGraceDays,
  };
}
