import type { PlanView } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import { hardLimitView } from '../ground/limits-of.ts';

/** GET /admin/plans: the limits of each plan (rulings §4), the smallest plan first. */
export async function listPlans(core: Db): Promise<PlanView[]> {
  const plans = await core.db.prisma.plan.findMany({
    orderBy: [{ sites: 'asc' }, { retentionDays: 'asc' }, { slug: 'asc' }],
  });
  return plans.map((plan) => ({
    slug: plan.slug,
    sites: plan.sites,
    retention_days: plan.retentionDays,
    keys_per_site: plan.keysPerSite,
    api: plan.api,
    fair_use_events: Number(plan.fairUseEvents),
    ...hardLimitView(plan.hardLimitEvents),
  }));
}
