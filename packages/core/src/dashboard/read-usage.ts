import type { Usage } from '@goal/contract';
import { rows } from '@goal/db';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { hasHold } from '../legal-hold/holds.ts';
import { usageOfGroup, usageOfMonths } from './usage.ts';
import { summarizeAccount } from '../stats/summarize-account.ts';
import { findHold } from '../retention/hold.ts';
import { keptUntil, retentionOf } from '../stats/kept.ts';
import { forecastOf } from './forecast.ts';

type UsageReader = Pick<Caller, 'account' | 'group'>;
type Held = Usage['retention']['held'];

/**
 * dashboard.usage: what binds the account now beside what it uses (rulings §10.18, §10.35). A
 * member of one group is told what its sites send and keep. Throws `not_found` if the account was
 * deleted meanwhile.
 */
export async function readUsage(core: Core, { account, group }: UsageReader): Promise<Usage> {
  return group === undefined ? readOfAccount(core, account) : readOfGroup(core, account, group);
}

type MonthRow = [month: string, events: number, bytes: number, beforeToday: number, today: string];

async function readOfAccount(core: Core, account: UsageReader['account']): Promise<Usage> {
  const [{ is_reseller: isReseller, limits, plan_limits, usage, kept }, found, held, isOnHold] = await Promise.all([
    summarizeAccount(core, { account }),
    rows<MonthRow>(core.db.pages, { ...usageOfMonths, values: [account.rowId] }),
    heldSince(core),
    hasHold(core, account),
  ]);
  const [month = '', events = 0, , beforeToday = 0, today = ''] = found.at(-1) ?? [];
  const { sites, retention_days, account_keys, fair_use_events } = plan_limits;
  return {
    month,
    events,
    forecast_events: forecastOf(today, beforeToday, events),
    fair_use_events: limits.fair_use_events,
    ...hardLimitOf(limits),
    months: found.map(([one, accepted, bytes]) => ({ month: one, events: accepted, bytes })),
    sites: { active: usage.sites_active, paused: usage.sites_paused, limit: limits.sites },
    retention: {
      days: limits.retention_days,
      oldest_day: kept.oldest_day,
      ...nextPurge(isReseller ? null : held, isOnHold ? null : kept.kept_until, today),
    },
    keys: { account: usage.account_keys, limit: limits.account_keys },
    plan_limits: { sites, retention_days, account_keys, fair_use_events, ...hardLimitOf(plan_limits) },
  };
}

/** The hard limit, shown only where there is one (rulings §10.39). */
const hardLimitOf = ({ hard_limit_events: events }: { hard_limit_events?: number }): { hard_limit_events?: number } =>
  events === undefined ? {} : { hard_limit_events: events };

type GroupUsageRow = [today: string, active: number, paused: number, events: number, oldest: string | null];

async function readOfGroup(core: Core, account: UsageReader['account'], group: { rowId: number }): Promise<Usage> {
  const [[row], retention, held, isOnHold] = await Promise.all([
    rows<GroupUsageRow>(core.db.pages, { ...usageOfGroup, values: [account.rowId, group.rowId] }),
    retentionOf(core, account.rowId),
    heldSince(core),
    hasHold(core, account),
  ]);
  const [today, active, paused, events, oldest]: GroupUsageRow = row ?? ['', 0, 0, 0, null];
  const isKept = retention === 'for ever';
  return {
    month: today.slice(0, 7),
    events,
    forecast_events: null,
    fair_use_events: null,
    months: [],
    sites: { active, paused, limit: null },
    retention: {
      days: isKept ? -1 : retention.retentionDays,
      oldest_day: oldest,
      ...nextPurge(isKept ? null : held, isOnHold ? null : keptUntil(oldest, retention), today),
    },
    keys: null,
    plan_limits: null,
  };
}

async function heldSince(core: Db): Promise<Held> {
  const hold = await findHold(core);
  return hold === undefined ? null : { since: hold.since.toISOString() };
}

/** A hold, also a legal one (rulings §13.6), promises no day; a day that passed is purged next. */
function nextPurge(
  held: Held,
  keptUntilDay: string | null,
  today: string,
): Pick<Usage['retention'], 'next_purge_day' | 'held'> {
  if (held !== null || keptUntilDay === null) return { next_purge_day: null, held };
  return { next_purge_day: keptUntilDay < today ? today : keptUntilDay, held };
}
