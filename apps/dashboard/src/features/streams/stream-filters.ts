import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';

import { printAddress, usualState } from '../filters/query/address.ts';
import { chipsOf, definitions, type Filters, isFilterName, valueOf } from '../filters/query/filters.ts';

export function filtersOfStream(filters: Readonly<Record<string, unknown>>): Filters {
  const named = Object.entries(filters).flatMap(([key, value]) => {
    const name = key.replace(/^(site|group)_id$/, '$1');
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return isFilterName(name) && values.length > 0 ? [[name, values.map(String)] as const] : [];
  });
  return Object.fromEntries(named);
}

/** What a stream sends, in words. Sites and groups are not named. */
export function wordsOfFilters(filters: Filters): string {
  const words = valueOf(filters, 'q');
  const names = [...new Set(chipsOf(filters).map(({ name }) => name))];
  const parts = [
    ...(words === '' ? [] : [`message: ${bidiIsolate(words)}`]),
    ...names.map((name) =>
      name === 'site' || name === 'group'
        ? `one ${name}`
        : `${definitions[name].label}: ${filters[name]?.map((one) => bidiIsolate(one)).join(', ') ?? ''}`,
    ),
  ];
  return parts.length === 0 ? 'everything' : parts.join(' · ');
}

export const logQueryOf = (filters: Filters): string => printAddress({ ...usualState, filters });

const nameLength = 80;

export function nameOfAlert(filters: Filters): string {
  const words = wordsOfFilters(filters).replaceAll(/[\u2066-\u2069]/gu, '');
  return words.length <= nameLength ? `Alert: ${words}` : `Alert: ${[...words].slice(0, nameLength).join('')}…`;
}
