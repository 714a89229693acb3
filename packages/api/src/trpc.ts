import { DomainError } from '@goal/contract';
import { RefusedBecause } from '@goal/core';
import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';

import type { Context } from './http/context.ts';
import { endWith, refusalOf, toTrpcError } from './refusal.ts';

/** Which credential a procedure takes; access.ts holds everything that depends on it. */
export type Access =
  | 'open'
  | 'account'
  | 'unscoped'
  | 'read'
  | 'ingest'
  | 'operatorRead'
  | 'operatorWrite'
  | 'entry'
  | 'person'
  | 'member'
  | 'admin'
  | 'adminOfAll'
  | 'owner';

/** The facts of a procedure for REST and its document, besides its shapes. */
export type RestMeta = {
  /** Status of success (rulings §2.7). Without it: 204 without an answer, otherwise 200. */
  status?: 200 | 201 | 202 | 204;
  /**
   * Statuses that this operation can answer with, besides those of its access and its body.
   * Without it: 400 if it takes a field besides its path, and 404 if its path has a parameter.
   */
  errors?: readonly (400 | 404 | 409)[];
  /** Whether it reads a body. */
  body?: boolean;
  /** Input fields that come in the query although the operation is no GET or DELETE. */
  query?: readonly string[];
  /** Whether it answers with a stream of lines or rows. */
  stream?: boolean;
  /** Whether its answer is a text, which REST sends as it is. */
  text?: boolean;
  /** Whether the last parameter of its path may hold slashes. */
  slashes?: boolean;
};

export type Meta = OpenApiMeta & {
  access?: Access;
  /** Whether the person must have proven who they are a moment ago (rulings §10.15). */
  confirmed?: boolean;
  rest?: RestMeta;
};

/** The input as an object; none is an empty one (rulings §2.12). Throws `body_not_object`. */
export function asObject(input: unknown): Record<string, unknown> {
  if (input === undefined) return {};
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new DomainError('body_not_object');
  // A JSON object that is not an array has string keys.
  return input as Record<string, unknown>;
}

export const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error }) => {
      const refusal = refusalOf(error);
      const { code, httpStatus, path } = shape.data;
      // Whom the provider named, for the page of this very person (rulings §10.14).
      const email = refusal.cause instanceof RefusedBecause ? refusal.cause.email : undefined;
      return {
        message: refusal.message,
        code: shape.code,
        data: { code, httpStatus, ...(path === undefined ? {} : { path }), ...(email === undefined ? {} : { email }) },
      };
    },
  });

/**
 * Every procedure begins here. A refusal leaves as itself; any other failure leaves as
 * `internal error` and is logged in full.
 */
export const procedure = t.procedure.use(async ({ ctx, path, getRawInput, next }) => {
  ctx.facts.route ??= path;
  const result = await next({ getRawInput: async () => asObject(await getRawInput()) });
  if (result.ok) return result;
  throw toTrpcError(endWith(ctx, result.error));
});
