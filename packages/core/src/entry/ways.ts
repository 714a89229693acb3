import type { WaysToSignIn } from '@goal/contract';

import type { People } from '../person/people.ts';

/** entry.ways: the ways to sign in that are set up (rulings §10.10). */
export function waysToSignIn({ signIn, mailer }: People): WaysToSignIn {
  const isOpen = signIn === 'all';
  return { password: isOpen, passkey: isOpen, code: isOpen && mailer !== undefined, sso: null, sign_up: false };
}
