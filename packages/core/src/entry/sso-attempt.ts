import { DomainError } from '@goal/contract';
import type { Configuration, IDToken } from 'openid-client';

import type { People } from '../person/people.ts';
import { OutOfReach, type SingleSignOn } from '../person/single-sign-on.ts';

/** What an attempt by single sign-on keeps until the provider's answer. */
export type SsoAttempt = {
  verifier: string;
  state: string;
  nonce: string;
  /** The path to open after it. */
  next: string;
  /** Milliseconds since 1970. */
  begunAt: number;
  /** The session to confirm; null: the attempt is to sign in. */
  sessionRowId: number | null;
};

/** Somebody as the provider knows them. */
export type SsoClaims = {
  issuer: string;
  subject: string;
  /** Undefined where the provider tells none. */
  email: string | undefined;
  isEmailConfirmed: boolean;
};

/** Longest `next` in characters. */
const nextLength = 2000;

/** The provider that is set up. Throws `not_found` where none is. */
export function judgeSso({ sso }: Pick<People, 'sso'>): SingleSignOn {
  if (sso === undefined) throw new DomainError('not_found');
  return sso;
}

/**
 * A path of the dashboard's own, or `/`: other origins, however spelled, control characters and
 * routes that are not pages are refused.
 */
export function ownPath(next: string | undefined, { dashboardUrl }: Pick<People, 'dashboardUrl'>): string {
  if (next === undefined || next.length > nextLength) return '/';
  // Browsers read a backslash as a slash, and skip tabs and line breaks.
  if (!/^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/u.test(next)) return '/';
  // Resolves dots as the browser does.
  const { origin, pathname, search, hash } = new URL(next, dashboardUrl);
  if (origin !== new URL(dashboardUrl).origin || pathname.startsWith('//')) return '/';
  return /^\/(api|_next|sign-in|join)(\/|$)/.test(pathname) ? '/' : `${pathname}${search}${hash}`;
}

const redirectUriOf = ({ dashboardUrl }: Pick<People, 'dashboardUrl'>): string =>
  new URL('/api/entry/sso/return', dashboardUrl).href;

/**
 * Draws the secrets of an attempt and the address that the browser goes to. `sessionRowId` names a
 * session to confirm: then the provider must ask for the password again (rulings §10.15). Throws
 * `provider_out_of_reach`.
 */
export async function draftSsoAttempt(
  people: People,
  { next, sessionRowId }: { next: string | undefined; sessionRowId: number | null },
): Promise<{ url: string; attempt: SsoAttempt }> {
  const configuration = await judgeSso(people).configuration();
  const library = await import('openid-client');
  const [verifier, state, nonce] = [library.randomPKCECodeVerifier(), library.randomState(), library.randomNonce()];
  const url = library.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUriOf(people),
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(sessionRowId === null ? {} : { prompt: 'login', max_age: '0' }),
  });
  const attempt = { verifier, state, nonce, next: ownPath(next, people), begunAt: Date.now(), sessionRowId };
  return { url: url.href, attempt };
}

/**
 * Exchanges the query that the provider came back with for what it says of the person. State, PKCE,
 * nonce, issuer, audience and signature are judged; for a confirmation also that the person signed
 * in there since the attempt began. Throws `sign_in_not_completed` for each of these, and
 * `provider_out_of_reach`.
 */
export async function exchangeSsoAttempt(
  people: People,
  { verifier, state, nonce, begunAt, sessionRowId }: SsoAttempt,
  query: string,
): Promise<SsoClaims> {
  const configuration = await judgeSso(people).configuration();
  const { authorizationCodeGrant } = await import('openid-client');
  const url = new URL(redirectUriOf(people));
  url.search = query;
  try {
    const tokens = await authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
      // The library allows half a minute between the two clocks.
      ...(sessionRowId === null ? {} : { maxAge: Math.max(0, Math.ceil((Date.now() - begunAt) / 1000)) }),
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new DomainError('sign_in_not_completed');
    return await withEmail(configuration, tokens.access_token, claims);
  } catch (error) {
    throw error instanceof DomainError ? error : refusalOf(error);
  }
}

/**
 * Providers need not put the e-mail into the id token. `userinfo` has it then, and must be about
 * the same person.
 */
async function withEmail(configuration: Configuration, accessToken: string, claims: IDToken): Promise<SsoClaims> {
  const { fetchUserInfo } = await import('openid-client');
  const isComplete = claims['email'] !== undefined && claims['email_verified'] !== undefined;
  const canAsk = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const told = isComplete || !canAsk ? claims : await fetchUserInfo(configuration, accessToken, claims.sub);
  const email = told['email'];
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' ? email : undefined,
    isEmailConfirmed: told['email_verified'] === true,
  };
}

/**
 * What the caller learns. Wrong credentials of our own are no fault of the person's, and logged.
 */
function refusalOf(error: unknown): DomainError {
  const isOurs = error instanceof Error && 'status' in error && error.status === 401;
  const code = error instanceof OutOfReach || isOurs ? 'provider_out_of_reach' : 'sign_in_not_completed';
  return new DomainError(code, { cause: error });
}
