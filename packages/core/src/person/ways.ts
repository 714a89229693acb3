import { DomainError, type WaysToSignIn } from '@goal/contract';

import type { Core } from '../core.ts';
import type { People } from './people.ts';

type WaysSetUp = Omit<WaysToSignIn, 'has_people'>;

/** The ways to sign in that are set up, and whether there is a mail server (rulings §10.10). */
export function waysToSignIn({ signIn, mailer, sso }: Pick<People, 'signIn' | 'mailer' | 'sso'>): WaysSetUp {
  const isOpen = signIn === 'all';
  return {
    password: isOpen,
    passkey: isOpen,
    code: isOpen && mailer !== undefined,
    sso: sso === undefined ? null : { name: sso.name },
    sign_up: false,
    mail: mailer !== undefined,
  };
}

/** entry.ways: the ways to sign in, and whether there is anybody who could. */
export async function getWaysToSignIn({ db }: Pick<Core, 'db'>, people: People): Promise<WaysToSignIn> {
  const first = await db.prisma.person.findFirst({ select: { rowId: true } });
  return { ...waysToSignIn(people), has_people: first !== null };
}

/**
 * Judges that a way is set up. One that is not does not exist. Throws `not_found` (rulings §10.10).
 */
export function judgeWay(
  people: Pick<People, 'signIn' | 'mailer' | 'sso'>,
  way: Exclude<keyof WaysSetUp, 'sso' | 'sign_up' | 'mail'>,
): void {
  if (!waysToSignIn(people)[way]) throw new DomainError('not_found');
}
