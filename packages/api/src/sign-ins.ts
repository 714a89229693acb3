import type { DomainError } from '@goal/contract';

/** The last step of each way in, by its procedure (rulings §10.10). */
const steps = {
  'entry.password': 'password',
  'entry.secondFactor': 'second_factor',
  'entry.passkey.finish': 'passkey',
  'entry.code.give': 'code',
  'entry.sso.finish': 'sso',
  'entry.join': 'invitation',
  'entry.signUp.give': 'sign_up',
} as const;
export type EntryWay = (typeof steps)[keyof typeof steps];
export const entryWays: readonly EntryWay[] = Object.values(steps);

/** How a step of a sign-in ends. `next`: the second factor follows. */
export const entryOutcomes = ['begun', 'next', 'refused', 'limited', 'failed'] as const;
export type EntryOutcome = (typeof entryOutcomes)[number];

/**
 * Whether a procedure is no step of a sign-in but behind a link that anybody may open. These share
 * connections of their own, so that a flood of them holds up nobody who signs in (rulings §10.42).
 */
export const isOpenLink = (procedure: string): boolean =>
  procedure === 'entry.logo' || procedure === 'entry.unsubscribe';

/** The way that a procedure ends; undefined for one that ends none, such as asking for a code. */
export function wayOf(procedure: string): EntryWay | undefined {
  // Any other name has no row.
  return (steps as Readonly<Record<string, EntryWay>>)[procedure];
}

/** The outcome of a step by its answer or its refusal. */
export function entryOutcome(answer: unknown, refusal: DomainError | undefined): EntryOutcome {
  if (refusal === undefined) return isObject(answer) && 'token' in answer ? 'begun' : 'next';
  if (refusal.code === 'rate_limited') return 'limited';
  return refusal.status < 500 ? 'refused' : 'failed';
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
