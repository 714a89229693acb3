import type { MemberSummary } from '@goal/contract';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';

type Reach = Pick<MemberSummary, 'matched' | 'looked_at' | 'counted_back_to' | 'complete'>;

/** `moment` names a time. `since` is where the count begins for a question without a beginning. */
export function howFar(
  { matched, looked_at: looked, counted_back_to: back, complete }: Reach,
  moment: (at: string) => string,
  since?: string,
): string {
  if (complete || back === null)
    return `${countOf(matched, 'event')}${since === undefined ? '' : ` since ${moment(since)}`}`;
  return `${formatNumber(matched)} in the newest ${formatNumber(looked)} · counted back to ${moment(back)}`;
}
