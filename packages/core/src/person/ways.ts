import { DomainError, type WaysToSignIn } from '@goal/contract';

import type { People } from './people.ts';

/** entry.ways: the ways to sign in that are set up (rulings §10.10). */
export function waysToSignIn({ signIn, mailer, sso }: Pick<People, 'signIn' | 'mailer' | 'sso'>): WaysToSignIn {
  const isOpen = signIn === 'all';
  return {
    password: isOpen,
    passkey: isOpen,
    code: isOpen && mailer !== undefined,
    sso: sso === undefined ? null : { name: sso.name },
    sign_up: false,
  };
}

/**
 * Judges that a way is set up. One that is not does not exist. Throws `not_found` (rulings §10.10).
 */
export function judgeWay(
  people: Pick<People, 'signIn' | 'mailer' | 'sso'>,
  way: Exclude<keyof WaysToSignIn, 'sso' | 'sign_up'>,
): void {
  if (!waysToSignIn(people)[way]) throw new DomainError('not_found');
}
