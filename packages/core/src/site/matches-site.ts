import { isUuid } from '@goal/contract';

import { holdsSecret } from '../ground/key-prefix.ts';
import type { Parameters } from '../ground/keyset-sql.ts';
import { anyOf, contains, searchTerms } from '../ground/search-terms.ts';

/**
 * The condition that a site's domain or name contains `q`, ignoring case, or that its id is `q`;
 * wildcards are ordinary characters. A `q` that may be a secret is not compared with names.
 */
export function matchesSite(values: Parameters, q: string): string {
  const found = [contains(values, 'domain', searchTerms(q))];
  // Names keep their case, so PostgreSQL folds both sides.
  if (!holdsSecret(q)) found.push(`strpos(lower(name), lower(${values.add(q)})) > 0`);
  if (isUuid(q)) found.push(`id = ${values.add(q)}::uuid`);
  return anyOf(found);
}
