import { planBounds, type PlanView } from '@goal/contract';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';

export type LimitName = keyof typeof planBounds;
export const limitNames: readonly LimitName[] = ['sites', 'retention_days', 'fair_use_events'];
/** The new limits; a limit that is left out does not change. */
export type Limits = Partial<Record<LimitName, number>>;

export const daysOf = (days: number): string => countOf(days, 'day');

/** The allowed range of a limit: «Between 1 and 36,500.» */
export function boundsSentence(name: LimitName): string {
  const { min, max } = planBounds[name];
  return `Between ${formatNumber(min)} and ${formatNumber(max)}.`;
}

/** One sentence an effect (rulings §2.5, §4, §9.2). `graceDays` is undefined until it is known. */
export function outcomeOf(plan: PlanView, wanted: Limits, graceDays: number | undefined): string[] {
  const sentences = limitNames.flatMap((name) => {
    const to = wanted[name];
    return to === undefined || to === plan[name] ? [] : effects[name](plan[name], to, graceDays);
  });
  return sentences.length === 0
    ? []
    : [...sentences, 'Resellers on this plan have no limits, and their events are not deleted.'];
}

type Effect = (from: number, to: number, graceDays: number | undefined) => string[];
const effects: Readonly<Record<LimitName, Effect>> = {
  sites: (from, to) => [
    to < from
      ? `An account may have ${countOf(to, 'active site')}, not ${formatNumber(from)}. No site is paused: the limit applies to the next site that is registered or activated.`
      : `An account may have ${countOf(to, 'active site')}, not ${formatNumber(from)}, from the next request on. Paused sites stay paused until somebody activates them.`,
  ],
  retention_days: (from, to, graceDays) => [
    to < from
      ? shorter(from, to, graceDays)
      : `Events are kept ${daysOf(to)}, not ${formatNumber(from)}, at once. Events that are already deleted do not come back.`,
  ],
  fair_use_events: (from, to) => [
    `An account gets the fair-use e-mail beyond ${countOf(to, 'event')} a month, not ${formatNumber(from)}, once a month. Nothing is refused.`,
  ],
};

function shorter(from: number, to: number, graceDays: number | undefined): string {
  const what = `Events are kept ${daysOf(to)}, not ${formatNumber(from)}.`;
  if (graceDays === 0) return `${what} Older ones are deleted in the next pass, within minutes, and do not come back.`;
  const grace = graceDays === undefined ? 'the days of grace' : `${daysOf(graceDays)} of grace`;
  return `${what} Sites show it at once, but older events are deleted only after ${grace}; a longer figure until then cancels the deletion.`;
}

/** Whether the change deletes events that the current limits keep. */
export const isShorter = (plan: PlanView, { retention_days: days }: Limits): boolean =>
  days !== undefined && days < plan.retention_days;
