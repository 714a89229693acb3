import { withoutSecrets } from '@goal/contract';
import { firstPage } from '@goal/ui/field/first-page.ts';
import type { UrlChanges } from '@goal/ui/field/use-url-state.ts';

/** What the record shows, as in the address. `from` and `to` are UTC days, both inclusive. */
export type RecordFilters = { who: string; what: string; from: string; to: string };

export function filtersOf(params: URLSearchParams): RecordFilters {
  // Kept as typed: the field that is being typed into must not lose a blank between two words.
  const text = (name: string): string => withoutSecrets(params.get(name) ?? '');
  const day = (name: string): string => (isDay(text(name)) ? text(name) : '');
  return { who: text('who'), what: text('what'), from: day('from'), to: day('to') };
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export const noFilters: UrlChanges = {
  who: undefined,
  what: undefined,
  from: undefined,
  to: undefined,
  ...firstPage,
};

export function queryOf({ who, what, from, to }: RecordFilters, page: { limit: number; cursor: string }) {
  return {
    limit: page.limit,
    ...(page.cursor === '' ? {} : { cursor: page.cursor }),
    ...(who.trim() === '' ? {} : { actor: who.trim() }),
    ...(what === '' ? {} : { action: what }),
    ...(from === '' ? {} : { from }),
    // A day alone would mean its first moment.
    ...(to === '' ? {} : { to: `${to}T23:59:59.999Z` }),
  };
}

/** The filters, and `person` where it is given, as a part of an address: empty, or from `?` on. */
export function searchOf(filters: RecordFilters, person = ''): string {
  const given = Object.entries({ ...filters, person }).filter(([, value]) => value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
