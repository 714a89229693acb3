import type { Services } from '@goal/api';
import { DomainError } from '@goal/contract';
import { RefusedBecause } from '@goal/core';
import { isOutOfTime, isOverload, isUnavailable } from '@goal/db';

import type { Logger } from './log.ts';

/**
 * Why a request failed through no fault of the caller. `overload`: others came first, or a bound
 * was reached. `timeout`: the database answers, but a statement exceeded its time limit or waited
 * too long for a lock. `unavailable`: the database is out of reach. `mail`: the mail server is, or
 * refuses a mail that somebody waits for. `sign_in_service`: the one of single sign-on is. `error`:
 * a fault of the service. All but the last are 503 for the caller (rulings §2.2).
 */
export const failureReasons = ['overload', 'timeout', 'unavailable', 'mail', 'sign_in_service', 'error'] as const;
export type Failure = (typeof failureReasons)[number];

/** Classifies a failure by its causes. */
function failureOf(error: unknown): Failure {
  // Their causes look like those of a database out of reach.
  if (error instanceof DomainError && error.code === 'mail_not_sent') return 'mail';
  if (error instanceof DomainError && error.code === 'provider_out_of_reach') return 'sign_in_service';
  if (isOverload(error) || isBoundReached(error)) return 'overload';
  if (isOutOfTime(error)) return 'timeout';
  return isUnavailable(error) ? 'unavailable' : 'error';
}

/** An `unavailable` without a cause: a bound was reached. */
function isBoundReached(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'unavailable' && error.cause === undefined;
}

/** Counts and logs failures: a fault of the service with its stack, the others as a sentence. */
export function tellFailures(log: Logger, count: (why: Failure) => void): Services['onFailure'] {
  return (error, { id, route, key }) => {
    const told = error instanceof DomainError ? (error.cause ?? error) : error;
    const reason = told instanceof Error ? told.message : '';
    const why = failureOf(error);
    count(why);
    if (why === 'overload') log.info({ reason, id, route, key }, 'refused: others come first');
    else if (why === 'timeout') log.info({ reason, id, route, key }, 'refused: the database took too long');
    else if (why === 'unavailable') log.warn({ reason, id, route, key }, 'database out of reach');
    else if (why === 'mail') log.warn({ reason, id, route, key }, 'a mail that somebody waits for was not sent');
    else if (why === 'sign_in_service') log.warn({ reason, id, route, key }, 'the sign-in service is out of reach');
    else log.error({ err: error, id, route, key }, 'request failed');
  };
}

/**
 * Logs each refused sign-in with its reason. The reason of single sign-on is for whoever sets it
 * up: it names a step, a status and a claim, and never a token or a person (rulings §10.14).
 */
export function tellRefusedSignIns(log: Logger): NonNullable<Services['onRefusedSignIn']> {
  return ({ code, message, cause }, { id, route }) => {
    if (cause instanceof RefusedBecause) log.warn({ code, reason: cause.message, id, route }, 'sign-in refused');
    else log.info({ code, reason: message, id, route }, 'sign-in refused');
  };
}
