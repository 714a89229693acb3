import { DomainError, type WaysToSignIn } from '@goal/contract';

import type { Db } from '../../ground/db.ts';
import type { People } from '../../person/people.ts';

type WaysSetUp = Omit<WaysToSignIn, 'has_people' | 'sign_up' | 'free'>;

/** The ways to sign in that are set up, and whether there is a mail server (rulings §10.10). */
export function waysToSignIn({ signIn, mailer, sso }: Pick<People, 'signIn' | 'mailer' | 'sso'>): WaysSetUp {
  const isOpen = signIn === 'all';
  return {
    password: isOpen,
    passkey: isOpen,
    code: isOpen && mailer !== undefined,
    sso: sso === undefined ? null : { name: sso.name },
    mail: mailer !== undefined,
  };
}

/**
 * entry.ways: the ways to sign in, whether there is anybody who could, and what a free account may
 * do where anybody may make one.
 */
export async function getWaysToSignIn(core: Db, people: People): Promise<WaysToSignIn> {
  const [first, free] = await Promise.all([
    core.db.prisma.person.findFirst({ select: { rowId: true } }),
    people.signUp ? findFreePlan(core) : undefined,
  ]);
  return {
    ...waysToSignIn(people),
    sign_up: free !== undefined,
    free: free ?? null,
    has_people: first !== null,
  };
}

/**
 * Judges that a way is set up. One that is not does not exist. Throws `not_found` (rulings §10.10).
 */
export function judgeWay(
  people: Pick<People, 'signIn' | 'mailer' | 'sso'>,
  way: Exclude<keyof WaysSetUp, 'sso' | 'mail'>,
): void {
  if (!waysToSignIn(people)[way]) throw new DomainError('not_found');
}

/**
 * Whether anybody may make a free account (rulings §10.20). Where the hard limit of the plan was
 * taken off since the start, nobody may until it is back.
 */
export async function isSignUpOpen({ db }: Db, people: Pick<People, 'signUp'>): Promise<boolean> {
  return people.signUp && (await hasFreePlanLimit({ db }));
}

/** Whether the plan `free` has a hard limit of events (rulings §10.39). */
export const hasFreePlanLimit = async (core: Db): Promise<boolean> => (await findFreePlan(core)) !== undefined;

/** What the plan `free` allows; undefined while it has no hard limit of events. */
async function findFreePlan({ db }: Db): Promise<NonNullable<WaysToSignIn['free']> | undefined> {
  const plan = await db.prisma.plan.findFirst({
    where: { slug: 'free' },
    select: { sites: true, retentionDays: true, hardLimitEvents: true },
  });
  if (plan === null || plan.hardLimitEvents === null) return undefined;
  return {
    sites: plan.sites,
    retention_days: plan.retentionDays,
    hard_limit_events: Number(plan.hardLimitEvents),
  };
}
