import { DomainError } from '@goal/contract';
import { rows, withAllowance } from '@goal/db';

import type { Db } from '../ground/db.ts';
import { transaction } from '../ground/act.ts';
import type { Actor } from '../ground/actor.ts';
import { recordAction } from '../ground/record-action.ts';
import { setRetention } from '../ground/set-retention.ts';

/** The limits of a plan that can be changed; an omitted limit stays as it is. */
export type PlanLimits = {
  sites?: number | undefined;
  retention_days?: number | undefined;
  fair_use_events?: number | undefined;
  /** Null takes the hard limit off (rulings §10.39). */
  hard_limit_events?: number | null | undefined;
};

/**
 * Changes limits of a plan (rulings §4). They apply from the next request. Lowering the site limit
 * pauses no site. A changed retention applies to the plan's sites, a shorter one after the grace
 * period of rulings §9.2. Equal figures change and record nothing. Throws `not_found`.
 */
export async function setPlanLimits(core: Db, actor: Actor, slug: string, limits: PlanLimits): Promise<void> {
  await transaction(core.db, async (tx) => {
    type Row = { sites: number; retention_days: number; fair_use_events: bigint; hard_limit_events: bigint | null };
    const [plan] = await tx.$queryRaw<Row[]>`
      SELECT sites, retention_days, fair_use_events, hard_limit_events FROM plan WHERE slug = ${slug} FOR NO KEY UPDATE`;
    if (plan === undefined) throw new DomainError('not_found');
    const before = {
      ...plan,
      fair_use_events: Number(plan.fair_use_events),
      hard_limit_events: plan.hard_limit_events === null ? null : Number(plan.hard_limit_events),
    };
    const names = (['sites', 'retention_days', 'fair_use_events', 'hard_limit_events'] as const).filter(
      (name) => limits[name] !== undefined && limits[name] !== before[name],
    );
    if (names.length === 0) return;
    await tx.plan.update({
      where: { slug },
      data: {
        sites: limits.sites ?? before.sites,
        retentionDays: limits.retention_days ?? before.retention_days,
        fairUseEvents: limits.fair_use_events ?? before.fair_use_events,
        hardLimitEvents: limits.hard_limit_events === undefined ? before.hard_limit_events : limits.hard_limit_events,
      },
    });
    const changes = Object.fromEntries(names.map((name) => [name, { from: before[name], to: limits[name] ?? null }]));
    await recordAction(tx, actor, { action: 'plan.set', accountId: null, detail: { plan: slug, ...changes } });
  });
  // The change is committed, so this must run to its end, beyond the allowance of one request.
  await withAllowance(undefined, () => alignRetention(core));
}

/** Site row ids that one statement looks at. */
const rowIdsPerRound = 1000;
/** Each account's log costs statements of about 1 ms, during which all rows are locked. */
const accountsPerTransaction = 50;

/** Who changes the retentions of the sites, after somebody changed that of the plan. */
const theWorker: Actor = { kind: 'worker', name: 'retention' };

/**
 * Gives every site the retention of its account's plan, in rounds that lock the accounts of their
 * sites. This is needed after a plan was changed, and for a site that was created at the same
 * moment. Returns the number of sites that differed.
 */
export async function alignRetention(core: Db, signal?: AbortSignal): Promise<number> {
  const { work } = core.db;
  const newest = { name: 'newest site', text: 'select coalesce(max(no), 0) from site', values: [] };
  const [[last] = [0]] = await rows<[last: number]>(work, newest);
  let aligned = 0;
  for (let after = 0; after < last && !signal?.aborted; after += rowIdsPerRound) {
    const differing = await rows<[site: number, account: number]>(work, {
      name: 'sites with outdated retention',
      text: `select s.no, a.no from site s join account a on a.no = s.account_no join plan p on p.slug = a.plan
        where s.no > $1 and s.no <= $1 + ${rowIdsPerRound} and s.retention_days <> p.retention_days`,
      values: [after],
    });
    if (differing.length === 0) continue;
    const accounts = [...new Set(differing.map(([, account]) => account))];
    for (let from = 0; from < accounts.length; from += accountsPerTransaction) {
      const some = accounts.slice(from, from + accountsPerTransaction);
      const sites = differing.filter(([, account]) => some.includes(account)).map(([site]) => site);
      await alignSites(core, { sites, accounts: some });
    }
    aligned += differing.length;
  }
  return aligned;
}

/** Accounts are locked in one order, against deadlocks, and plans too, so that none changes. */
async function alignSites({ db }: Db, { sites, accounts }: { sites: number[]; accounts: number[] }): Promise<void> {
  await transaction(db, async (tx) => {
    // Statements of their own: after a wait a join would have the plan row of before.
    await tx.$executeRaw`SELECT FROM account WHERE no = ANY (${accounts}) ORDER BY no FOR NO KEY UPDATE`;
    await tx.$executeRaw`SELECT FROM plan FOR SHARE`;
    const differing = await tx.$queryRaw<{ rowId: number; isReseller: boolean; days: number; own: number[] }[]>`
      SELECT a.no AS "rowId", a.is_reseller AS "isReseller", p.retention_days AS days, array_agg(s.no ORDER BY s.no) AS own
      FROM site s JOIN account a ON a.no = s.account_no JOIN plan p ON p.slug = a.plan
      WHERE s.no = ANY (${sites}) AND s.retention_days <> p.retention_days GROUP BY 1, 2, 3 ORDER BY 1`;
    for (const { days, own, ...account } of differing) await setRetention(tx, account, theWorker, own, days);
  });
}
