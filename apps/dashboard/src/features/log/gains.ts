import { countOf } from '@goal/ui/lib/numbers.ts';

import type { FilterName } from './filters.ts';

/** What taking one filter off would show; `matched` is undefined where it was not counted. */
export type Gain = { name: FilterName; matched: number | undefined; complete: boolean };

/**
 * The filters that are worth taking off, the one that shows most first. A filter without which
 * nothing is found either is left out; one of which too little is counted stands last.
 */
export const bestFirst = (gains: readonly Gain[]): Gain[] =>
  gains
    .filter(({ matched, complete }) => matched !== 0 || !complete)
    .toSorted((a, b) => (b.matched ?? 0) - (a.matched ?? 0));

/** How much one filter less shows, for its button; empty where no event was counted. */
export const gainText = ({ matched = 0, complete }: Pick<Gain, 'matched' | 'complete'>): string =>
  matched === 0 ? '' : `: ${complete ? '' : 'at least '}${countOf(matched, 'event')}`;

/** What is said where no single filter is worth taking off. */
export const noGainText = (filters: number): string =>
  filters === 1
    ? 'Nothing happened in this time, with this filter or without it.'
    : 'Without any one of the filters nothing matches either: take several off.';
