/**
 * The ticks of a choice that leaves the page on the way to single sign-on, which confirms who it is
 * on a page of its own (rulings §10.15). Kept in this tab while the choice is under way.
 */
const keyOf = (accountId: string): string => `goal-choice-${accountId}`;

export function keepChoice(accountId: string, ids: readonly string[]): void {
  window.sessionStorage.setItem(keyOf(accountId), ids.join(' '));
}

export function forgetChoice(accountId: string): void {
  window.sessionStorage.removeItem(keyOf(accountId));
}

type Site = { id: string; status: string };

/** The ticks at first: the kept ones of sites that are there still, else the active sites. */
export function firstChoice(sites: readonly Site[], kept: string | null): ReadonlySet<string> {
  const wanted = new Set(kept?.split(' '));
  const chosen = sites.filter(({ id, status }) => (kept === null ? status === 'active' : wanted.has(id)));
  return new Set(chosen.map(({ id }) => id));
}

/** The kept ticks; null where there are none. */
export function keptChoice(accountId: string): string | null {
  return window.sessionStorage.getItem(keyOf(accountId));
}
