import { DomainError } from '@goal/contract';
import { transaction, withAllowance } from '@goal/db';

import type { Actor } from '../ground/actor.ts';
import { recordAction } from '../ground/record-action.ts';
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

/** Numbers of sites of one round: the rows of their accounts are locked for some tens of milliseconds. */
const round = 1000;

/**
 * Gives every site the retention of its account's plan, so many sites at a time under the locks of their accounts: after a plan was changed, and for a
 * site that was created in the same moment. Returns how many sites it found to differ.
 */
export async function alignRetention(core: Core, signal?: AbortSignal): Promise<number> {
  const { work } = core.db;
  const { last = 0 } =
    (await work.query<{ last: number }>('select coalesce(max(no), 0) as last from site')).rows[0] ?? {};
  let aligned = 0;
  for (let after = 0; after < last && !signal?.aborted; after += round) {
    const { rows } = await work.query<{ site: number; account: number }>(
      `select s.no as site, a.no as account from site s join account a on a.no = s.account_no join plan p on p.slug = a.plan
       where s.no > $1 and s.no <= $1 + ${round} and s.retention_days <> p.retention_days`,
      [after],
    );
    if (rows.length === 0) continue;
    await alignSites(core, { sites: rows.map(({ site }) => site), accounts: rows.map(({ account }) => account) });
    aligned += rows.length;
  }
  return aligned;
}

/** The accounts are locked in the order of their numbers, so that two rounds at once wait for each other and no further; the plans stay as they are meanwhile. */
async function alignSites({ db }: Core, { sites, accounts }: { sites: number[]; accounts: number[] }): Promise<void> {
  await transaction(db, async (tx) => {
    // Two statements: a join would be judged again with the plan that was joined before the lock was waited for.
    await tx.$executeRaw`SELECT FROM account WHERE no = ANY (${accounts}) ORDER BY no FOR NO KEY UPDATE`;
    await tx.$executeRaw`SELECT FROM plan FOR SHARE`;
    await tx.$executeRaw`
      INSERT INTO retention_cut (site_no, former_days)
      SELECT s.no, s.retention_days FROM site s JOIN account a ON a.no = s.account_no JOIN plan p ON p.slug = a.plan
      WHERE s.no = ANY (${sites}) AND s.retention_days > p.retention_days`;
    await tx.$executeRaw`
      UPDATE site s SET retention_days = p.retention_days FROM account a JOIN plan p ON p.slug = a.plan
      WHERE s.no = ANY (${sites}) AND s.account_no = a.no AND s.retention_days <> p.retention_days`;
  });
}
