import { DomainError } from '@goal/contract';
import { transaction, withAllowance } from '@goal/db';

import type { Actor } from '../action/actor.ts';
import { recordAction } from '../action/record-action.ts';
import type { Core } from '../core.ts';

/** The limits of a plan that can be changed; what is left out stays. */
export type PlanLimits = {
  sites?: number | undefined;
  retention_days?: number | undefined;
  fair_use_events?: number | undefined;
};

/**
 * Changes limits of a plan (rulings §4): they bind the next request. A lower number of sites pauses none; a changed retention becomes that of the
 * plan's sites, a shorter one with the grace of rulings §9.2. What is the same already changes and records nothing. Throws `not_found`.
 */
export async function setPlanLimits(core: Core, actor: Actor, slug: string, limits: PlanLimits): Promise<void> {
  await transaction(core.db, async (tx) => {
    const [plan] = await tx.$queryRaw<{ sites: number; retention_days: number; fair_use_events: bigint }[]>`
      SELECT sites, retention_days, fair_use_events FROM plan WHERE slug = ${slug} FOR NO KEY UPDATE`;
    if (plan === undefined) throw new DomainError('not_found');
    const before = { ...plan, fair_use_events: Number(plan.fair_use_events) };
    const names = (['sites', 'retention_days', 'fair_use_events'] as const).filter(
      (name) => limits[name] !== undefined && limits[name] !== before[name],
    );
    if (names.length === 0) return;
    await tx.plan.update({
      where: { slug },
      data: {
        sites: limits.sites ?? before.sites,
        retentionDays: limits.retention_days ?? before.retention_days,
        fairUseEvents: limits.fair_use_events ?? before.fair_use_events,
      },
    });
    const changes = Object.fromEntries(names.map((name) => [name, { from: before[name], to: limits[name] ?? null }]));
    await recordAction(tx, actor, { action: 'plan.set', accountId: null, detail: { plan: slug, ...changes } });
  });
  // Committed by now: this comes to its end, whatever one request may cost.
  await withAllowance(undefined, () => alignRetention(core));
}

/** Accounts of one round, whose rows are locked for some tens of milliseconds, and sites of theirs after which no further account joins it. */
const round = { accounts: 200, sites: 2000 };

/**
 * Gives every site the retention of its account's plan, so many accounts at a time under their locks: after a plan was changed, and for a site that was
 * created in the same moment. Returns how many accounts it found to differ.
 */
export async function alignRetention(core: Core, signal?: AbortSignal): Promise<number> {
  let aligned = 0;
  for (let after = 0; !signal?.aborted;) {
    const { rows } = await core.db.work.query<{ no: number }>(
      `select no from (
         select no, sum(n) over (order by no) - n as before from (
           select a.no, d.n from account a join plan p on p.slug = a.plan cross join lateral (
             select count(*) as n from site s where s.account_no = a.no and s.retention_days <> p.retention_days) d
           where a.no > $1 and d.n > 0 order by a.no limit ${round.accounts}) found) counted
       where before < ${round.sites} order by no`,
      [after],
    );
    const numbers = rows.map(({ no }) => no);
    const last = numbers.at(-1);
    if (last === undefined) break;
    await alignAccounts(core, numbers);
    aligned += numbers.length;
    after = last;
  }
  return aligned;
}

/** In the order of their numbers, so that two rounds at once wait for each other and no further; the plans stay as they are meanwhile. */
async function alignAccounts({ db }: Core, numbers: number[]): Promise<void> {
  await transaction(db, async (tx) => {
    // Two statements: a join would be judged again with the plan that was joined before the lock was waited for.
    await tx.$executeRaw`SELECT FROM account WHERE no = ANY (${numbers}) ORDER BY no FOR NO KEY UPDATE`;
    await tx.$executeRaw`SELECT FROM plan FOR SHARE`;
    await tx.$executeRaw`
      INSERT INTO retention_cut (site_no, former_days)
      SELECT s.no, s.retention_days FROM site s JOIN account a ON a.no = s.account_no JOIN plan p ON p.slug = a.plan
      WHERE a.no = ANY (${numbers}) AND s.retention_days > p.retention_days`;
    await tx.$executeRaw`
      UPDATE site s SET retention_days = p.retention_days FROM account a JOIN plan p ON p.slug = a.plan
      WHERE a.no = ANY (${numbers}) AND s.account_no = a.no AND s.retention_days <> p.retention_days`;
  });
}
