import type { ServerMetadata } from 'openid-client';

import type { SingleSignOn } from '../sso/single-sign-on.ts';

/** To sign in, as somebody else than remembered, or to confirm a person (rulings §10.15). */
export type SsoPurpose = 'enter' | 'choose' | 'confirm';

/** What a request asks the provider for besides who the person is. */
export type SsoRequest = { prompt?: 'login' | 'select_account'; max_age?: '0' | '1' };

/** The requests of each purpose, in order. The last of `confirm` is never remembered. */
const requests: Readonly<Record<SsoPurpose, readonly SsoRequest[]>> = {
  enter: [{}, { prompt: 'login' }],
  choose: [{ prompt: 'select_account' }, { prompt: 'login' }, {}],
  confirm: [
    { prompt: 'login', max_age: '0' },
    { prompt: 'login', max_age: '1' },
    { prompt: 'login' },
    { max_age: '1' },
    { prompt: 'select_account' },
  ],
};
const remembered = 4;

/** Google knows no `prompt=login`, and does not say so in its metadata. */
const withoutLogin = 'https://accounts.google.com';

/**
 * The requests to try, by their places in the list of the purpose: those that the provider says it
 * knows, and first the one that it has answered before.
 */
export function requestsFor(
  purpose: SsoPurpose,
  { learned }: Pick<SingleSignOn, 'learned'>,
  { issuer, prompt_values_supported: known }: Pick<ServerMetadata, 'issuer'> & { prompt_values_supported?: unknown },
): number[] {
  const isKnown = (prompt: string): boolean =>
    !(issuer === withoutLogin && prompt === 'login') && !(Array.isArray(known) && !known.includes(prompt));
  const places = requests[purpose].flatMap(({ prompt }, at) => (prompt === undefined || isKnown(prompt) ? [at] : []));
  const first = purpose === 'confirm' ? places.indexOf(learned.confirm ?? 0) : 0;
  return first > 0 ? [...places.slice(first), ...places.slice(0, first)] : places;
}

export const requestAt = (purpose: SsoPurpose, at: number | undefined): SsoRequest => requests[purpose][at ?? 0] ?? {};

/** Remembers the request that the provider has answered as it was asked. */
export function rememberRequest({ learned }: Pick<SingleSignOn, 'learned'>, at: number | undefined): void {
  if (at !== undefined && at < remembered) learned.confirm = at;
}

/**
 * The provider has answered and did not do what it was asked: the next confirmation asks otherwise.
 */
export function forgetRequest({ learned }: Pick<SingleSignOn, 'learned'>, at = 0): void {
  learned.confirm = (at + 1) % remembered;
}
