import { fieldError } from '@goal/contract';

import type { Core } from '../core.ts';
import { addDays } from '../ground/day.ts';
import { deletableOn } from '../ground/grace.ts';
import type { SiteRef } from '../ground/find-site.ts';
import { retentionOf } from '../stats/kept.ts';

/** UTC days, both inclusive. */
export type Days = { from: string; to: string };

/**
 * The UTC days of a month, `2026-10`, up to today. Throws «invalid month» for one that has not
 * begun.
 */
export function daysOfMonth(month: string, now = Date.now()): Days {
  const from = `${month}-01`;
  const today = new Date(now).toISOString().slice(0, 10);
  if (from > today) throw fieldError('invalid month');
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return { from, to: last < today ? last : today };
}

/**
 * The first day of a period of which retention has deleted no event for its age, and never may
 * have; null if that holds for none of its days. A reseller's events are kept for ever (rulings
 * §9.2).
 */
export async function keptFrom(
  core: Core,
  account: { rowId: number },
  site: SiteRef | null,
  { from, to }: Days,
  now = Date.now(),
): Promise<string | null> {
  const retention = await retentionOf(core, account.rowId, site ?? undefined);
  if (retention === 'for ever') return from;
  const today = new Date(now).toISOString().slice(0, 10);
  for (let day = from; day <= to; day = addDays(day, 1)) if (deletableOn(day, retention) > today) return day;
  return null;
}
