import { isUuid } from '@goal/contract';

import { holdsSecret } from '../ground/key-prefix.ts';
import type { Parameters } from '../ground/keyset-sql.ts';
import { anyOf, contains, searchTerms } from '../ground/search-terms.ts';

/**
 * The condition that `q` is a part of a site's domain or name in any case, or its id; wildcards are ordinary characters. What may be a secret is found
 * nowhere and reaches no statement.
 */
export function matchesSite(values: Parameters, q: string): string {
  const found = [contains(values, 'domain', searchTerms(q))];
  // The names keep their case, so PostgreSQL folds both sides alike.
  if (!holdsSecret(q)) found.push(`strpos(lower(name), lower(${values.add(q)})) > 0`);
  if (isUuid(q)) found.push(`id = ${values.add(q)}::uuid`);
  return anyOf(found);
}
