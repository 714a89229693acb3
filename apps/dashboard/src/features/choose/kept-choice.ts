/** Keeps the ticks on the way to single sign-on and back (rulings §10.15). */
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

export function keptChoice(accountId: string): string | null {
  return window.sessionStorage.getItem(keyOf(accountId));
}
