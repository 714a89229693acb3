import type { RetentionView } from '@goal/contract';

import type { Core } from '../core.ts';
import { findHold } from './hold.ts';

/**
 * GET /admin/retention: when retention last ran, what holds it back, and what the worker last
 * counted as overdue (rulings §9.2). It reads one row, so it is fast for any number of sites.
 */
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
