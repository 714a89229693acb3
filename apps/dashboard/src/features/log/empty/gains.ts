import { countOf } from '@goal/ui/lib/numbers.ts';

import { definitions, type FilterName } from '../../filters/query/filters.ts';

/** What taking one filter off would show; `matched` is undefined where it was not counted. */
export type Gain = { name: FilterName; matched: number | undefined; complete: boolean };

const mostCounted = 6;

/** Counts one after another. A failed count leaves its filter uncounted. Rejects once unwanted. */
export async function countGains(
  names: readonly FilterName[],
  signal: AbortSignal,
  countWithout: (name: FilterName) => Promise<Pick<Gain, 'matched' | 'complete'>>,
): Promise<readonly Gain[]> {
  const gains: Gain[] = [];
  for (const [index, name] of names.entries()) {
    const found = index < mostCounted ? await countWithout(name).catch(() => undefined) : undefined;
    signal.throwIfAborted();
    gains.push({ name, matched: found?.matched, complete: found?.complete === true });
  }
  return bestFirst(gains);
}

/** Those worth taking off, the best first. One of which too little is counted stands last. */
export const bestFirst = (gains: readonly Gain[]): Gain[] =>
  gains
    .filter(({ matched, complete }) => matched !== 0 || !complete)
    .toSorted((a, b) => (b.matched ?? 0) - (a.matched ?? 0));

const mostWays = 6;

/** A button that takes one filter off; the first says so where it is known to help most. */
export type Way = { name: FilterName; text: string; isFirst: boolean };

/** The ways out, by what was counted; `undefined`: nothing is counted yet. */
export const waysOf = (names: readonly FilterName[], gains: readonly Gain[] | undefined): Way[] =>
  (gains ?? names.map((name) => ({ name, matched: undefined, complete: false })))
    .slice(0, mostWays)
    .map((gain, index, { length }) => {
      const label = `«${definitions[gain.name].label}»`;
      const isFirst = index === 0 && (gain.matched ?? 0) > 0 && length > 1;
      const text = `${isFirst ? `Take ${label} off first` : `Without ${label}`}${gainText(gain)}`;
      return { name: gain.name, text, isFirst };
    });

/** How much one filter less shows, for its button; empty where no event was counted. */
export const gainText = ({ matched = 0, complete }: Pick<Gain, 'matched' | 'complete'>): string =>
  matched === 0 ? '' : `: ${complete ? '' : 'at least '}${countOf(matched, 'event')}`;

export const noGainText = (filters: number): string =>
  filters === 1
    ? 'Nothing happened in this time, with this filter or without it.'
    : 'Without any one of the filters nothing matches either: take several off.';
