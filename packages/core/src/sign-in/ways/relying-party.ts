import type { PasskeyCreationOptions } from '@goal/contract';

import type { People } from '../../person/people.ts';

/** Milliseconds that a person has at the browser's dialog; browsers may shorten it. */
export const dialogMs = 300_000;

/** EdDSA, ES256 and RS256: every authenticator has one of them. */
export const algorithms: PasskeyCreationOptions['pubKeyCredParams'] = [-8, -7, -257].map((alg) => ({
  type: 'public-key',
  alg,
}));

/** What passkeys are bound to: the dashboard's host and origin (rulings §10.1). */
export function relyingParty({ dashboardUrl }: Pick<People, 'dashboardUrl'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(dashboardUrl);
  return { id: hostname, origin };
}

/** The bytes that a passkey knows its person by: the id, which says nothing about them. */
export function userHandleOf(personId: string): Buffer {
  return Buffer.from(personId.replaceAll('-', ''), 'hex');
}

/** The library takes half a second of processor time to load, so only a verification loads it. */
export const loadWebauthn = () => import('@simplewebauthn/server');
