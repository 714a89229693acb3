import type { Reason } from '../lib/errors.ts';

type Paths = {
  /** The page that opens after a sign-in that leads to no other page. */
  home: string;
  signIn: string;
  /** Further pages that a sign-in must not lead back to. */
  entries?: readonly string[];
};

export type SignInPaths = {
  /**
   * `given` if it is a path of a page of this origin, else `home`. Control characters, the sign-in
   * itself and routes that are no pages are refused.
   */
  nextPath: (given: unknown) => string;
  /** The path of the sign-in page that leads back to `path`, and says why the session ended. */
  signInPath: (path: string, reason?: Reason) => string;
};

export function signInPaths({ home, signIn, entries = [] }: Paths): SignInPaths {
  const closed = [signIn, ...entries, '/api', '/_next'];
  const nextPath = (given: unknown): string => pathOf(given, closed) ?? home;
  const signInPath = (path: string, reason?: Reason): string => {
    const query = new URLSearchParams();
    if (reason !== undefined) query.set('reason', reason);
    const next = nextPath(path);
    if (next !== home) query.set('next', next);
    return query.size > 0 ? `${signIn}?${query}` : signIn;
  };
  return { nextPath, signInPath };
}

/** `given` as the path of a page of this origin; undefined for anything else. */
function pathOf(given: unknown, closed: readonly string[]): string | undefined {
  if (typeof given !== 'string' || given.length > 2000) return undefined;
  if (!/^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(given)) return undefined;
  // Resolve dots as the browser will, so that both read the path in the same way.
  const { origin, pathname, search, hash } = new URL(given, 'http://own.invalid');
  if (origin !== 'http://own.invalid' || pathname.startsWith('//')) return undefined;
  if (pathname === '/' || closed.some((one) => pathname === one || pathname.startsWith(`${one}/`))) return undefined;
  return `${pathname}${search}${hash}`;
}
