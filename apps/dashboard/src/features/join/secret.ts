const kept = 'goal-invitation';

/**
 * The secret of an invitation: what stands behind `#`, or what `keepSecret` kept in this tab. It
 * leaves the address bar and the storage at once.
 */
export function takeSecret(): string | undefined {
  const { hash, pathname, search } = window.location;
  if (hash !== '') window.history.replaceState(null, '', `${pathname}${search}`);
  const secret = hash === '' ? window.sessionStorage.getItem(kept) : hash.slice(1);
  window.sessionStorage.removeItem(kept);
  return secret === null || secret === '' ? undefined : secret;
}

/** Keeps the secret in this tab while the person signs in. */
export function keepSecret(secret: string): void {
  window.sessionStorage.setItem(kept, secret);
}

export const hasKeptSecret = (): boolean => window.sessionStorage.getItem(kept) !== null;
