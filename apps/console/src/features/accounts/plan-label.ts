import type { PlanView } from '@goal/contract';
import { countOf } from '@goal/ui/lib/numbers.ts';

/** A plan as a choice: «pro (25 sites, 90 days)». */
export const planLabel = ({
  slug,
  sites,
  retention_days: days,
}: Pick<PlanView, 'slug' | 'sites' | 'retention_days'>): string =>
  `${slug} (${countOf(sites, 'site')}, ${countOf(days, 'day')})`;
