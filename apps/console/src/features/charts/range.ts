import { pictureDays } from '@goal/contract';

import { useUrlState } from '../../ui/use-url-state.ts';

export type Range = (typeof pictureDays)[number];
const usual: Range = 30;

/** The range that a URL's `days` names; anything else is the usual one. */
function rangeOf(value: string | null): Range {
  return pictureDays.find((days) => String(days) === value) ?? usual;
}

/** How many UTC days the pictures of this page look back: `?days=`. */
export function useRange(): [Range, (days: `${Range}`) => void] {
  const [params, change] = useUrlState();
  const set = (days: `${Range}`): void => change({ days: days === `${usual}` ? undefined : days }, 'replace');
  return [rangeOf(params.get('days')), set];
}
