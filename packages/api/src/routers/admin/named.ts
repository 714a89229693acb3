import * as shape from '@goal/contract';
import { findAccount, findAccountOfSite } from '@goal/core';

import { operatorReadProcedure, operatorWriteProcedure } from '../../access.ts';

// Procedures on an account or site in the path. Unknown and malformed ids are the same 404
// (interface.md §7).

export const readAccount = operatorReadProcedure.input(shape.accountPath).use(async ({ ctx, input, next }) => {
  const caller = await findAccount(ctx.services.core, ctx.actor, input.id);
  return next({ ctx: { caller } });
});

export const writeAccount = operatorWriteProcedure.input(shape.accountPath).use(async ({ ctx, input, next }) => {
  const caller = await findAccount(ctx.services.core, ctx.actor, input.id);
  return next({ ctx: { caller } });
});

export const readSite = operatorReadProcedure.input(shape.sitePath).use(async ({ ctx, input, next }) => {
  return next({ ctx: await findAccountOfSite(ctx.services.core, ctx.actor, input.id) });
});

export const writeSite = operatorWriteProcedure.input(shape.sitePath).use(async ({ ctx, input, next }) => {
  return next({ ctx: await findAccountOfSite(ctx.services.core, ctx.actor, input.id) });
});
