import { DomainError, errorCatalogue, fieldError, type ErrorCode } from '@goal/contract';
import { Braked, isDatabaseUnavailable } from '@goal/core';
import { TRPCError, type TRPC_ERROR_CODE_KEY } from '@trpc/server';
import { z } from 'zod';

import type { Context, RequestFacts } from './http/context.ts';
import { ClientGone } from './http/client-gone.ts';

// An error takes four steps, because tRPC carries TRPCErrors only:
// a verb throws DomainError → trpc.ts wraps it (toTrpcError) → the door unwraps it (refusalOf) →
// its sentence is sent.

/** tRPC's own refusals as codes of the contract. */
const ofTrpc: Partial<Record<TRPC_ERROR_CODE_KEY, ErrorCode>> = {
  NOT_FOUND: 'not_found',
  METHOD_NOT_SUPPORTED: 'method_not_allowed',
  PAYLOAD_TOO_LARGE: 'body_too_large',
  UNSUPPORTED_MEDIA_TYPE: 'content_type',
  PARSE_ERROR: 'invalid_json',
  BAD_REQUEST: 'bad_request',
};

/**
 * The one place that decides what a caller may learn about a failure: a refusal of the catalogue,
 * or `internal error` for everything else (rulings §2.1). A database out of reach is `unavailable`,
 * with a time to come back.
 */
export function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  // Before anything looks at causes: behind a mail that was not sent is a socket, too.
  if (error instanceof TRPCError && error.cause instanceof DomainError) return error.cause;
  // Nobody reads this answer, and the service did not fail.
  if (error instanceof ClientGone) return new DomainError('request_timeout');
  if (isDatabaseUnavailable(error)) return new DomainError('unavailable', { retryAfter: 1, cause: error });
  if (error instanceof TRPCError) {
    if (error.cause instanceof ClientGone) return refusalOf(error.cause);
    // An input that breaks its schema is the caller's fault; an output that breaks its schema is
    // ours.
    if (error.cause instanceof z.ZodError && error.code === 'BAD_REQUEST')
      return fieldError(error.cause.issues[0]?.message ?? errorCatalogue.bad_request.message);
    if (error.cause instanceof SyntaxError && error.code === 'BAD_REQUEST') return new DomainError('invalid_json');
    // A PARSE_ERROR has the parser's error as its cause; any other cause is a failure of the
    // service.
    const code = error.cause === undefined || error.code === 'PARSE_ERROR' ? ofTrpc[error.code] : undefined;
    if (code !== undefined) return new DomainError(code);
  }
  return new DomainError('internal', { cause: error });
}

/** The refusal that ends a request. Logs a failure in full and sets `Retry-After`. */
export function endWith(ctx: Context, error: unknown): DomainError {
  const refusal = ctx.cost.isAbandoned ? new DomainError('request_timeout') : refusalOf(error);
  if (isFailure(refusal)) ctx.services.onFailure(failureOf(refusal), ctx.facts);
  else if (isRefusedSignIn(refusal, ctx.facts)) ctx.services.onRefusedSignIn?.(refusal, ctx.facts);
  if (refusal instanceof Braked) ctx.services.onBrake?.(refusal.brake);
  if (refusal.retryAfter !== undefined) ctx.setHeader('Retry-After', String(refusal.retryAfter));
  return refusal;
}

/** A log that is a few seconds behind has not failed; one that cannot be sealed says why. */
const isFailure = ({ status, code, cause }: DomainError): boolean =>
  status >= 500 && (code !== 'not_sealed' || cause !== undefined);

/** Whether somebody who wanted to sign in, or to confirm that it is them, was refused. */
const isRefusedSignIn = ({ status, code }: DomainError, { route = '' }: RequestFacts): boolean =>
  /^(entry|me\.confirm)\./.test(route) && ([401, 403, 429].includes(status) || code === 'attempt_expired');

/** Refusals that say which other service failed. */
const otherServices: ReadonlySet<DomainError['code']> = new Set([
  'mail_not_sent',
  'payments_out_of_reach',
  'provider_out_of_reach',
]);

/** The error that the log tells: the cause, or the refusal if it says which service failed. */
function failureOf(refusal: DomainError): unknown {
  return otherServices.has(refusal.code) ? refusal : (refusal.cause ?? refusal);
}

/** Whether the error is a refusal of the catalogue, and not a failure of the service. */
export function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && error.status < 500;
}

const ofStatus: ReadonlyMap<number, TRPC_ERROR_CODE_KEY> = new Map([
  [400, 'BAD_REQUEST'],
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [405, 'METHOD_NOT_SUPPORTED'],
  [409, 'CONFLICT'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
  [429, 'TOO_MANY_REQUESTS'],
  [503, 'SERVICE_UNAVAILABLE'],
]);

/** The refusal as a TRPCError: same sentence and status, with the refusal as its cause. */
export function toTrpcError(refusal: DomainError): TRPCError {
  const code = ofStatus.get(refusal.status) ?? 'INTERNAL_SERVER_ERROR';
  return new TRPCError({ code, message: refusal.message, cause: refusal });
}
