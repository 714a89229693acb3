import type { Reason } from '../lib/errors.ts';

export type { Reason };

/** The page that opens after a sign-in that leads to no other page. */
export const home = '/accounts';

/**
 * The page to open after the sign-in: `given` if it is a path of this origin, else `home`. Other
 * origins, however spelled, control characters, the sign-in itself and routes that are not pages
 * are refused.
 */
export function nextPath(given: unknown): string {
  if (typeof given !== 'string' || given.length > 2000) return home;
  if (!/^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(given)) return home;
  // Resolve dots as the browser will, so that both read the path in the same way.
  const { origin, pathname, search, hash } = new URL(given, 'http://own.invalid');
  if (origin !== 'http://own.invalid' || pathname.startsWith('//')) return home;
  if (/^\/(login|api|_next)(\/|$)/.test(pathname) || pathname === '/') return home;
  return `${pathname}${search}${hash}`;
}

/** The path of the sign-in page that leads back to `path`. */
export function signInPath(path: string, reason?: Reason): string {
  const query = new URLSearchParams();
  if (reason !== undefined) query.set('reason', reason);
  const next = nextPath(path);
  if (next !== home) query.set('next', next);
  return query.size > 0 ? `/login?${query}` : '/login';
}
