import type { SiteKeyView } from '@goal/contract';

/** Two active keys for the same work: the newer one shall take the place of the older one. */
export type Rotation = { fresh: SiteKeyView; old: SiteKeyView; isUsed: boolean };

/**
 * The rotation that a site is in, from its keys alone, so that it survives a reload and another
 * person can finish it. Undefined where no two active keys may both send, or both only read.
 */
export function rotationOf(keys: readonly SiteKeyView[]): Rotation | undefined {
  const [fresh, ...others] = keys
    .filter((key) => key.revoked_at === null)
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
  const old = others.find(({ access }) => (access === 'read') === (fresh?.access === 'read'));
  if (fresh === undefined || old === undefined) return undefined;
  return { fresh, old, isUsed: fresh.last_used_at !== null };
}
