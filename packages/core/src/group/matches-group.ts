import { holdsSecret } from '../ground/key-prefix.ts';
import type { Parameters } from '../ground/keyset-sql.ts';
import { anyOf } from '../ground/search-terms.ts';

/** `q` in name or reference, ignoring case, no wildcards; a possible secret matches nothing. */
export function matchesGroup(values: Parameters, q: string): string {
  if (holdsSecret(q)) return anyOf([]);
  // Names and references keep their case, so PostgreSQL folds both sides.
  const part = `lower(${values.add(q)})`;
  return anyOf(['name', 'external_ref'].map((column) => `strpos(lower(${column}), ${part}) > 0`));
}
