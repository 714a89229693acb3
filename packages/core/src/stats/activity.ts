import { severities, type Activity, type MemberActivity } from '@goal/contract';
import { rows, type Statement } from '@goal/db';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import type { SiteRef } from '../ground/find-site.ts';
import { activityOf } from '../ground/counters.ts';
import { keptOf } from './kept.ts';

/**
 * The account's kept events by UTC day of occurrence and severity, over the last `days` days up to
 * today. Throws `not_found`.
 */
export async function activityOfAccount(core: Core, caller: Pick<Caller, 'account'>, days: number): Promise<Activity> {
  const kept = keptOf(core, caller);
  return picture(core, { ...activityOf.account, values: [caller.account.rowId, days] }, kept);
}

/** The same for one of its sites. */
export async function activityOfSite(
  core: Core,
  caller: Pick<Caller, 'account'>,
  site: SiteRef,
  days: number,
): Promise<Activity> {
  const kept = keptOf(core, caller, site);
  return picture(core, { ...activityOf.site, values: [caller.account.rowId, site.rowId, days] }, kept);
}

/**
 * The same for the sites that are in a group now, without how many events of it are kept: that
 * would add up every day of every site. `kept` is null.
 */
export async function activityOfGroup(
  core: Db,
  { account }: Pick<Caller, 'account'>,
  group: { rowId: number },
  days: number,
): Promise<MemberActivity> {
  const values = [account.rowId, group.rowId, days];
  return picture(core, { ...activityOf.group, values }, Promise.resolve(null));
}

type ActivityRow = [day: string, info: number, low: number, medium: number, high: number, critical: number];

async function picture<Kept>(
  core: Db,
  statement: Statement,
  kept: Promise<Kept>,
): Promise<Omit<Activity, 'kept'> & { kept: Kept }> {
  const [found, stored] = await Promise.all([rows<ActivityRow>(core.db.pages, statement), kept]);
  const days = found.map(([day, info, low, medium, high, critical]) => ({ day, info, low, medium, high, critical }));
  const total = days.reduce((sum, day) => severities.reduce((sofar, severity) => sofar + day[severity], sum), 0);
  return { from: days.at(0)?.day ?? '', to: days.at(-1)?.day ?? '', days, total, kept: stored };
}
