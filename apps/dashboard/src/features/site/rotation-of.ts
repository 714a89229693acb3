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

/**
 * What «Rotate the key» does while no rotation is under way: `former` is the key that the new one
 * shall replace, the one that sends where there are two; undefined for a first key. `blocked` says
 * why there is no room for another (rulings §10.46). `limit` is negative for any number of keys.
 */
export function nextKeyOf(
  keys: readonly SiteKeyView[],
  limit: number,
): { former: SiteKeyView | undefined; blocked: string | undefined } {
  const active = keys.filter((key) => key.revoked_at === null);
  const former = active.find(({ access }) => access !== 'read') ?? active[0];
  if (limit < 0 || active.length < limit) return { former, blocked: undefined };
  const reader = active.find(({ access }) => access === 'read');
  return {
    former,
    blocked:
      reader === undefined || active.length === 1
        ? 'The plan allows no further key of this site.'
        : `The plan allows ${limit} keys, and all are in use. Revoke ${reader.prefix}, which only reads, to make room.`,
  };
}
