import { cleanText, DomainError } from '@goal/contract';
import type { Configuration, IDToken } from 'openid-client';

import type { People } from '../../person/people.ts';
import { clockToleranceSeconds, isAddressAt, OutOfReach, type SingleSignOn } from '../sso/single-sign-on.ts';
import { asCode, isRefusedClient, reasonOf, RefusedBecause } from '../sso/sso-reason.ts';
import { joinTold, judgeEmail, toldEmail, type ConfirmedEmail } from './confirmed-email.ts';
import { forgetRequest, rememberRequest, requestAt, requestsFor, type SsoPurpose } from './sso-requests.ts';

/** What an attempt by single sign-on keeps until the provider's answer. */
export type SsoAttempt = {
  verifier: string;
  state: string;
  nonce: string;
  /** The path to open after it. */
  next: string;
  /** Milliseconds since 1970. */
  begunAt: number;
  purpose: SsoPurpose;
  /** The requests of this purpose to try: the one that was sent, and those behind it. */
  requests: number[];
  /** The session to confirm; null: the attempt is to sign in. */
  sessionRowId: number | null;
};

/** Somebody as the provider knows them. */
export type SsoClaims = {
  issuer: string;
  subject: string;
  /** The e-mail, if needed. Throws `sign_in_not_completed` and `provider_out_of_reach`. */
  email: () => Promise<ConfirmedEmail>;
};

/** The provider has not done what the request asked it for. */
class NotAsAsked extends RefusedBecause {}

/** The errors of a provider after which it would answer another request alike. */
const finalErrors: ReadonlySet<string> = new Set(['access_denied', 'temporarily_unavailable']);

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

type NewAttempt = Pick<SsoAttempt, 'purpose' | 'sessionRowId'> & {
  next: string | undefined;
  /** What is left to try; undefined: all that the provider knows. */
  requests?: number[] | undefined;
};

/**
 * Draws the secrets of an attempt and the address that the browser goes to. Throws
 * `provider_out_of_reach`.
 */
export async function draftSsoAttempt(
  people: People,
  { next, purpose, sessionRowId, requests }: NewAttempt,
): Promise<{ url: string; attempt: SsoAttempt }> {
  const sso = judgeSso(people);
  const configuration = await sso.configuration();
  const library = await import('openid-client');
  const [verifier, state, nonce] = [library.randomPKCECodeVerifier(), library.randomState(), library.randomNonce()];
  const toTry = requests ?? requestsFor(purpose, sso, configuration.serverMetadata());
  const url = library.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUriOf(people),
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...requestAt(purpose, toTry[0]),
  });
  const attempt = {
    verifier,
    state,
    nonce,
    next: ownPath(next, people),
    begunAt: Date.now(),
    purpose,
    requests: toTry,
    sessionRowId,
  };
  return { url: url.href, attempt };
}

/** Whether the provider's answer belongs to another attempt, as of another tab. */
export const isOfAnotherAttempt = ({ state }: SsoAttempt, query: string): boolean =>
  new URLSearchParams(query).get('state') !== state;

/** The requests that are left after a refusal; undefined where another one would not help. */
export function requestsLeft({ requests }: SsoAttempt, refusal: unknown): number[] | undefined {
  const isOver = !(refusal instanceof DomainError && refusal.cause instanceof NotAsAsked);
  // An attempt of the version before has none.
  const left = (requests as number[] | undefined)?.slice(1) ?? [];
  return isOver || left.length === 0 ? undefined : left;
}

/**
 * Exchanges the query that the provider came back with for what it says of the person. State, PKCE,
 * nonce, issuer, audience and signature are judged; for a confirmation also that the person signed
 * in there since the attempt began. Throws `sign_in_not_completed` for each of these, and
 * `provider_out_of_reach`.
 */
export async function exchangeSsoAttempt(people: People, attempt: SsoAttempt, query: string): Promise<SsoClaims> {
  const sso = judgeSso(people);
  const configuration = await sso.configuration();
  judgeAnswer(attempt, new URLSearchParams(query));
  const { authorizationCodeGrant } = await import('openid-client');
  const url = new URL(redirectUriOf(people));
  url.search = query;
  const { verifier, state, nonce } = attempt;
  const exchange = () =>
    authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
  const tokens = await sso.clientAuth
    .run(configuration.serverMetadata(), exchange)
    .catch((error: unknown) => throwRefusal('the token endpoint', error));
  const claims = tokens.claims();
  if (claims === undefined) throw notCompleted(new RefusedBecause('the provider sends no ID token'));
  judgeSubject(claims);
  if (attempt.purpose === 'confirm') {
    judgeFresh(sso, claims, attempt);
  }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: () => askForEmail(sso, configuration, { accessToken: tokens.access_token, claims }),
  };
}

/**
 * Judges that the subject can be somebody's: everybody whose subject is empty would be one person,
 * OpenID Connect allows none of more than 255 characters, and some the database cannot store.
 */
function judgeSubject({ sub }: IDToken): void {
  if (/^[\s\p{C}]*$/u.test(sub))
    throw notCompleted(new RefusedBecause('the "sub" of the ID token is empty, and names nobody'));
  if (sub.length > 255 || cleanText(sub) !== sub)
    throw notCompleted(new RefusedBecause('the "sub" of the ID token is too long, or holds what no text may hold'));
}

/**
 * Judges an answer that is an error: of the person, or of a provider that cannot do what was asked.
 */
function judgeAnswer(attempt: SsoAttempt, answer: URLSearchParams): void {
  const error = answer.get('error');
  if (error === null || answer.get('state') !== attempt.state) return;
  const reason = `the provider answered with the error ${asCode(error)}`;
  throw notCompleted(finalErrors.has(error) ? new RefusedBecause(reason) : new NotAsAsked(reason));
}

/**
 * Judges that the person has signed in at the provider since the attempt began. A provider that
 * does not tell when (or tells 0) has been asked to have the person sign in, or choose who they
 * are, by this very attempt; an answer to a request without a prompt shows nothing then.
 */
function judgeFresh(
  sso: SingleSignOn,
  { auth_time: seconds }: IDToken,
  { purpose, requests, begunAt }: SsoAttempt,
): void {
  const isTold = seconds !== undefined && seconds !== 0;
  if (!isTold && requestAt(purpose, requests[0]).prompt === undefined)
    throw notCompleted(new NotAsAsked('the provider does not tell when the person signed in (auth_time)'));
  const before = isTold ? Math.floor(begunAt / 1000) - seconds : 0;
  if (before <= clockToleranceSeconds) return rememberRequest(sso, requests[0]);
  forgetRequest(sso, requests[0]);
  throw notCompleted(
    new RefusedBecause(`nobody signed in anew at the provider: auth_time is ${before} s before the confirmation began`),
  );
}

/** `userinfo` has what the id token need not have, and must be about the same person. */
async function askForEmail(
  sso: SingleSignOn,
  configuration: Configuration,
  { accessToken, claims }: { accessToken: string; claims: IDToken },
): Promise<ConfirmedEmail> {
  const { fetchUserInfo } = await import('openid-client');
  const inToken = toldEmail(claims);
  const isComplete = inToken.email !== undefined && inToken.isConfirmed !== undefined;
  if (isComplete || !isAddressAt(sso, configuration.serverMetadata().userinfo_endpoint))
    return judgeEmail(inToken, sso.emailDomains);
  const told = await fetchUserInfo(configuration, accessToken, claims.sub).catch((error: unknown) =>
    throwRefusal('userinfo', error),
  );
  return judgeEmail(joinTold(inToken, toldEmail(told)), sso.emailDomains);
}

const notCompleted = (cause: RefusedBecause): DomainError => new DomainError('sign_in_not_completed', { cause });

/** What the caller learns. Credentials of ours that are refused are no fault of the person's. */
function throwRefusal(step: string, error: unknown): never {
  const isOurs = error instanceof OutOfReach || isRefusedClient(error);
  const hint = isRefusedClient(error) ? '; are OIDC_CLIENT_ID and OIDC_CLIENT_SECRET right?' : '';
  const cause = new RefusedBecause(`${step}: ${reasonOf(error)}${hint}`, { cause: error });
  throw isOurs ? new DomainError('provider_out_of_reach', { cause }) : notCompleted(cause);
}
