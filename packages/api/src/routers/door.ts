import type { Caller } from '@goal/core';
import type { TRPCProcedureBuilder, TRPCUnsetMarker } from '@trpc/server';

import type { Context } from '../http/context.ts';
import type { Meta } from '../trpc.ts';
import type { rest } from './meta.ts';

/** A procedure on behalf of an account, whichever credential it takes. */
export type CallerProcedure = TRPCProcedureBuilder<
  Context,
  Meta,
  { caller: Caller },
  TRPCUnsetMarker,
  TRPCUnsetMarker,
  TRPCUnsetMarker,
  TRPCUnsetMarker,
  false
>;

/** `rest` at the door that REST publishes, `unpublished` at any other. */
export type Publish = typeof rest;

export const unpublished: Publish = () => ({});
