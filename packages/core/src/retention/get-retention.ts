import type { RetentionView } from '@goal/contract';

import type { Core } from '../core.ts';
import { findOverdue } from './find-overdue.ts';
import { findHold } from './hold.ts';

/** GET /admin/retention: when retention last ran, what it is held back by, and what it would delete now (rulings §9.2). Changes nothing. */
export async function getRetention(core: Pick<Core, 'db' | 'settings'>): Promise<RetentionView> {
  const [state, hold, overdue] = await Promise.all([
    core.db.prisma.retentionState.findFirst(),
    findHold(core),
    findOverdue(core),
  ]);
  const deleted = state?.lastDeleted ?? null;
  return {
    last_pass_at: state?.lastRunAt.toISOString() ?? null,
    last_end_at: state?.lastEndAt?.toISOString() ?? null,
    last_deleted: deleted === null ? null : Number(deleted),
    held: hold === undefined ? null : { reason: hold.reason, since: hold.since.toISOString() },
    overdue: { events: overdue.events, sites: overdue.sites, oldest_day: overdue.oldestDay },
    grace_days: core.settings.retentionGraceDays,
  };
}
