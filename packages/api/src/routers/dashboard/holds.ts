import * as shape from '@goal/contract';
import { createHold, endHold, listMemberHolds } from '@goal/core';
import { z } from 'zod';

import { adminOfAllProcedure, confirmed, ownerProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/**
 * Legal hold (rulings §13.6): owners set and end one, admins of the whole account see them. The end
 * of one lets events be deleted, so it wants a proof.
 */
export const holdsRouter = t.router({
  list: adminOfAllProcedure
    .output(shape.memberHoldsShape)
    .query(({ ctx }) => listMemberHolds(ctx.services.core, ctx.caller.account)),
  create: ownerProcedure
    .use(withBody)
    .input(shape.createHoldBody)
    .output(shape.createdHoldShape)
    .mutation(({ ctx, input }) => createHold(ctx.services.core, ctx.caller, input)),
  end: ownerProcedure
    .meta({ confirmed: true })
    .use(confirmed)
    .use(withBody)
    .input(shape.holdPath)
    .output(z.void())
    .mutation(({ ctx, input }) => endHold(ctx.services.core, ctx.caller, input.id)),
});
