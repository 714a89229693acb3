import { codePoints, limits, punycodeOf } from '@goal/contract';

import { holdsSecret } from './key-prefix.ts';
import type { Parameters } from './keyset-sql.ts';

/**
 * The terms to search for in stored e-mails and domains: the text in lower case, and with
 * internationalised labels in punycode. A text that is too long, or contains a possible secret,
 * gives no terms.
 */
export function searchTerms(text: string | undefined): string[] {
  if (text === undefined || holdsSecret(text)) return [];
  const term = text.toLowerCase();
  const terms = [...new Set([term, punycodeOf(term)])];
  return terms.filter((one) => codePoints(one) <= limits.emailLength);
}

/** The condition that a column contains one of the terms; wildcards are ordinary characters. */
export function contains(values: Parameters, column: string, terms: readonly string[]): string {
  return anyOf(terms.map((term) => `strpos(${column}, ${values.add(term)}) > 0`));
}

/**
 * The same condition through the index on the column's parts
 * (docs/decisions/014-operator-search.md), which works for a text of any length and any characters.
 */
export function containsByIndex(values: Parameters, column: string, terms: readonly string[]): string {
  const found = (term: string): string =>
    `(search_parts(${column}) @> ${values.add(partsOf(term))}::text[] AND ${contains(values, column, [term])})`;
  return anyOf(terms.map(found));
}

/**
 * Parts that a text must have if it contains the term: groups of three consecutive characters that
 * together cover the term. More parts would hardly narrow the search, and each costs a scan of one
 * more posting list. A term of one or two characters is itself a part.
 */
export function partsOf(term: string): string[] {
  const characters = [...term];
  const last = Math.max(0, characters.length - 3);
  const starts = Array.from({ length: Math.ceil(last / 3) }, (_, at) => at * 3);
  return [...new Set([...starts, last].map((start) => characters.slice(start, start + 3).join('')))];
}

/** The condition that one of the conditions holds. */
export function anyOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'false' : `(${conditions.join(' OR ')})`;
}
