import type { ErrorCode } from '@goal/contract';

/** Why single sign-on was refused, as the address of the sign-in page names it. */
export const refusals = [
  'nobody_invited',
  'email_not_confirmed',
  'sign_in_not_completed',
  'attempt_expired',
  'provider_out_of_reach',
  'rate_limited',
  'not_found',
  'unavailable',
] as const satisfies readonly ErrorCode[];

export type RefusalName = (typeof refusals)[number];
