import { DomainError } from '@goal/contract';
import { transaction } from '@goal/db';

import { changeAccount } from '../account/change-account.ts';
import type { Actor } from '../action/actor.ts';
import { recordAction } from '../action/record-action.ts';
import type { Core } from '../core.ts';
import { shortenRetention } from '../site/shorten-retention.ts';

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
  await alignRetention(core);
}

/** Accounts of one round. */
const page = 200;

/**
 * Gives every site the retention of its account's plan, account by account under its lock: after a plan was changed, and for a site that was created
 * in the same moment. Returns how many accounts it found to differ.
 */
export async function alignRetention(core: Core, signal?: AbortSignal): Promise<number> {
  let aligned = 0;
  for (let after = 0; !signal?.aborted;) {
    const { rows } = await core.db.work.query<{ no: number; id: string }>(
      `select a.no, a.id::text from account a join plan p on p.slug = a.plan
       where a.no > $1 and exists (select 1 from site s where s.account_no = a.no and s.retention_days <> p.retention_days)
       order by a.no limit ${page}`,
      [after],
    );
    for (const account of rows) {
      await alignAccount(core, account);
      aligned += 1;
      after = account.no;
    }
    if (rows.length < page) break;
  }
  return aligned;
}

async function alignAccount(core: Core, account: { no: number; id: string }): Promise<void> {
  try {
    await changeAccount(
      core,
      { actor: { kind: 'cli', name: 'retention' }, account },
      async ({ tx, account: { no, plan } }) => {
        await shortenRetention(tx, no, plan.retentionDays);
        await tx.site.updateMany({ where: { accountNo: no }, data: { retentionDays: plan.retentionDays } });
      },
    );
  } catch (error) {
    // It was deleted meanwhile.
    if (!(error instanceof DomainError && error.code === 'not_found')) throw error;
  }
}
