import { holdsSecret } from '../ground/key-prefix.ts';
import type { Parameters } from '../ground/keyset-sql.ts';
import { anyOf } from '../ground/search-terms.ts';

/**
 * The condition that a group's name or reference contains `q`, ignoring case; wildcards are
 * ordinary characters. A `q` that may be a secret matches nothing and reaches no statement.
 */
export function matchesGroup(values: Parameters, q: string): string {
  if (holdsSecret(q)) return anyOf([]);
  // Names and references keep their case, so PostgreSQL folds both sides.
  const part = `lower(${values.add(q)})`;
  return anyOf(['name', 'external_ref'].map((column) => `strpos(lower(${column}), ${part}) > 0`));
}
