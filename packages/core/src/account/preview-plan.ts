import { DomainError, type PlanPreview } from '@goal/contract';

import type { Core } from '../core.ts';
import { countShortened, graceOf } from '../ground/grace.ts';
import { countKeptBefore, readFacts } from './account-facts.ts';
import type { Caller } from '../ground/caller.ts';
import { lastDowngradeView } from './last-downgrade.ts';
import { planSentences } from './plan-sentences.ts';
import { sitesToPause } from '../ground/limits-of.ts';
import { newestActiveSites } from './newest-active-sites.ts';

/** Maximum number of sites that are listed; all are counted. */
const listedSitesMax = 100;

/**
 * What `changePlan` would do now, by the same rules: the sites it would pause, the new retention,
 * and the effects in sentences. Throws `unknown_plan` and `not_found`.
 */
export async function previewPlan(
  core: Core,
  { account }: Pick<Caller, 'account'>,
  slug: string,
): Promise<PlanPreview> {
  const { prisma } = core.db;
  const row = await prisma.plan.findFirst({ where: { slug } });
  if (row === null) throw new DomainError('unknown_plan');
  const plan = {
    ...row,
    fairUseEvents: Number(row.fairUseEvents),
    hardLimitEvents: row.hardLimitEvents === null ? null : Number(row.hardLimitEvents),
  };
  const facts = await readFacts(core, account);
  const isSame = slug === facts.plan.slug;
  const { retentionGraceDays: graceDays } = core.settings;
  const { appliedOn, keptFrom } = graceOf(facts.today, graceDays, plan.retentionDays);
  // Based on the same figures as the sentences, so that list and sentences agree.
  const pauses = isSame ? 0 : sitesToPause({ isReseller: facts.isReseller, plan }, facts.sitesActive);
  const [beyond, shortens, events] = await Promise.all([
    newestActiveSites(prisma, account.rowId, Math.min(pauses, listedSitesMax)),
    isSame ? 0 : countShortened(prisma, account.rowId, plan.retentionDays),
    countKeptBefore(core, account, keptFrom),
  ]);
  return {
    from: facts.plan.slug,
    to: slug,
    sites_to_pause: pauses,
    sites: beyond.map(({ id, domain, name }) => ({ id, domain, name })),
    retention_days: { from: facts.plan.retentionDays, to: plan.retentionDays },
    last_downgrade: pauses > 0 ? null : lastDowngradeView({ ...facts, plan }),
    sentences: planSentences(facts, {
      plan,
      pauses,
      shortens,
      deletion: { graceDays, on: appliedOn, events },
    }),
  };
}
