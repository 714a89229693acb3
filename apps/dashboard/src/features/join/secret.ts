const kept = 'goal-invitation';

/** What stands behind `#`, or what `keepSecret` kept. It leaves address and storage at once. */
export function takeSecret(): string | undefined {
  const { hash, pathname, search } = window.location;
  if (hash !== '') window.history.replaceState(null, '', `${pathname}${search}`);
  const secret = hash === '' ? window.sessionStorage.getItem(kept) : hash.slice(1);
  window.sessionStorage.removeItem(kept);
  return secret === null || secret === '' ? undefined : secret;
}

export function keepSecret(secret: string): void {
  window.sessionStorage.setItem(kept, secret);
}

export const hasKeptSecret = (): boolean => window.sessionStorage.getItem(kept) !== null;
