import { holdsSecret } from '../operator/key-prefix.ts';
import type { Values } from '../operator/page.ts';
import { anyOf } from '../operator/search-terms.ts';

/**
 * The condition that `q` is a part of a group's name or reference in any case; wildcards are ordinary characters. What may be a secret is found
 * nowhere and reaches no statement.
 */
export function matchesGroup(values: Values, q: string): string {
  if (holdsSecret(q)) return anyOf([]);
  // Names and references keep their case, so PostgreSQL folds both sides alike.
  const part = `lower(${values.add(q)})`;
  return anyOf(['name', 'external_ref'].map((column) => `strpos(lower(${column}), ${part}) > 0`));
}
