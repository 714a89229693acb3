import { holdsSecret } from '../ground/key-prefix.ts';
import type { Parameters } from '../ground/keyset-sql.ts';
import { anyOf } from '../ground/search-terms.ts';

/**
 * The condition that `q` is a part of a group's name or reference in any case; wildcards are ordinary characters. What may be a secret is found
 * nowhere and reaches no statement.
 */
export function matchesGroup(values: Parameters, q: string): string {
  if (holdsSecret(q)) return anyOf([]);
  // Names and references keep their case, so PostgreSQL folds both sides alike.
  const part = `lower(${values.add(q)})`;
  return anyOf(['name', 'external_ref'].map((column) => `strpos(lower(${column}), ${part}) > 0`));
}
