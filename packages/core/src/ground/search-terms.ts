import { codePoints, limits, punycodeOf } from '@goal/contract';

import { holdsSecret } from './key-prefix.ts';
import type { Parameters } from './keyset-sql.ts';

/**
 * What is looked for in stored e-mails and domains: in lower case as they are, and with internationalised labels in punycode. A text that is longer
 * than any of them is found in none, nor is one that holds what may be a secret.
 */
export function searchTerms(text: string | undefined): string[] {
  if (text === undefined || holdsSecret(text)) return [];
  const term = text.toLowerCase();
  const terms = [...new Set([term, punycodeOf(term)])];
  return terms.filter((one) => codePoints(one) <= limits.emailLength);
}

/** True where a column holds one of the terms; wildcards are ordinary characters. */
export function contains(values: Parameters, column: string, terms: readonly string[]): string {
  return anyOf(terms.map((term) => `strpos(${column}, ${values.add(term)}) > 0`));
}

/** The same by the index on the column's parts (docs/decisions/014-operator-search.md), which answers for a text of any length and of any characters. */
export function containsByIndex(values: Parameters, column: string, terms: readonly string[]): string {
  const found = (term: string): string =>
    `(search_parts(${column}) @> ${values.add(partsOf(term))}::text[] AND ${contains(values, column, [term])})`;
  return anyOf(terms.map(found));
}

/**
 * What must be among the parts of a text that holds the term: three characters in a row each, together the whole term. More of them would hardly
 * narrow it, and cost a look into one more long list each. A term of one or two characters is a part itself.
 */
export function partsOf(term: string): string[] {
  const characters = [...term];
  const last = Math.max(0, characters.length - 3);
  const starts = Array.from({ length: Math.ceil(last / 3) }, (_, at) => at * 3);
  return [...new Set([...starts, last].map((start) => characters.slice(start, start + 3).join('')))];
}

/** True where one of the conditions holds. */
export function anyOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'false' : `(${conditions.join(' OR ')})`;
}
