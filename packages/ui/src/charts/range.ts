import { pictureDays } from '@goal/contract';

import { useUrlState } from '../field/use-url-state.ts';

export type Range = (typeof pictureDays)[number];
const defaultRange: Range = 30;

/** The range that `days` in the URL names, or the default. */
function rangeOf(value: string | null): Range {
  return pictureDays.find((days) => String(days) === value) ?? defaultRange;
}

/** How many UTC days the charts of this page cover: `?days=`. */
export function useRange(): [Range, (days: `${Range}`) => void] {
  const [params, change] = useUrlState();
  const set = (days: `${Range}`): void => change({ days: days === `${defaultRange}` ? undefined : days }, 'replace');
  return [rangeOf(params.get('days')), set];
}
