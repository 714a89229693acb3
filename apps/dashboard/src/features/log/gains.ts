import type { MemberSummary } from '@goal/contract';

import type { FilterName } from './filters.ts';

/** What taking one filter off would show. */
export type Gain = { name: FilterName } & Pick<MemberSummary, 'matched' | 'complete'>;

/**
 * The filters that are worth taking off, the one that shows most first. A filter without which
 * nothing is found either is left out.
 */
export const bestFirst = (gains: readonly Gain[]): Gain[] =>
  gains.filter(({ matched, complete }) => matched > 0 || !complete).toSorted((a, b) => b.matched - a.matched);
