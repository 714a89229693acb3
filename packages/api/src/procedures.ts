import type { AnyTRPCRouter } from '@trpc/server';

import type { Context } from './http/context.ts';
import type { Meta } from './trpc.ts';

/** Calls a procedure, as tRPC's own adapters do. */
export type Call = (options: {
  ctx: Context;
  path: string;
  type: 'query' | 'mutation';
  getRawInput: () => Promise<unknown>;
  signal: AbortSignal | undefined;
  batchIndex: number;
}) => Promise<unknown>;

/** A procedure as the doors use it: a function to call, and its metadata and shapes. */
export type Procedure = Call & {
  _def: { meta?: Meta; type: 'query' | 'mutation'; inputs: unknown[]; output?: unknown };
};

/** All procedures of a router by name: `account.me`. */
export function proceduresOf(router: AnyTRPCRouter): Readonly<Record<string, Procedure>> {
  // tRPC types these records as `any`; this type names the parts that we use.
  return router._def.procedures as Record<string, Procedure>;
}
