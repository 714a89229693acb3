import type { Reason } from '../lib/errors.ts';

export type { Reason };

/** Where someone goes who asked for no page. */
export const home = '/accounts';

/**
 * The page to go on to after the sign-in, if it is one of ours: a path of this origin. Anything else (another origin in whatever spelling,
 * control characters, a circle through the sign-in) is `home`.
 */
export function nextPath(given: unknown): string {
  if (typeof given !== 'string' || given.length > 2000) return home;
  if (!/^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(given)) return home;
  // Two readings of one path must not differ: dots are resolved as the browser will.
  const { origin, pathname, search, hash } = new URL(given, 'http://own.invalid');
  if (origin !== 'http://own.invalid' || pathname.startsWith('//')) return home;
  if (/^\/(login|api|_next)(\/|$)/.test(pathname) || pathname === '/') return home;
  return `${pathname}${search}${hash}`;
}

/** The sign-in that leads back to `path`. */
export function signInPath(path: string, reason?: Reason): string {
  const query = new URLSearchParams();
  if (reason !== undefined) query.set('reason', reason);
  const next = nextPath(path);
  if (next !== home) query.set('next', next);
  return query.size > 0 ? `/login?${query}` : '/login';
}
