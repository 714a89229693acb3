import * as shape from '@goal/contract';
import { createHold, endHold, listHolds } from '@goal/core';
import { z } from 'zod';

import { unscopedProcedure } from '../access.ts';
import { t } from '../trpc.ts';
import { withBody } from '../with-body.ts';
import { rest } from './meta.ts';

/** Legal hold (rulings §13.6): account keys that are no group's. */
export const accountHolds = t.router({
  list: unscopedProcedure
    .meta(rest('GET', '/account/holds', 'List legal holds, newest first'))
    .output(shape.holdsShape)
    .query(({ ctx }) => listHolds(ctx.services.core, ctx.caller.account, 'customer')),
  create: unscopedProcedure
    .meta(
      rest('POST', '/account/holds', 'Set a legal hold: nothing that it covers is deleted', {
        status: 201,
        body: true,
        errors: [400, 404, 409],
      }),
    )
    .use(withBody)
    .input(shape.createHoldBody)
    .output(shape.createdHoldShape)
    .mutation(({ ctx, input }) => createHold(ctx.services.core, ctx.caller, input)),
  end: unscopedProcedure
    .meta(rest('DELETE', '/account/holds/{id}', 'End a legal hold', { errors: [404, 409] }))
    .input(shape.holdPath)
    .output(z.void())
    .mutation(({ ctx, input }) => endHold(ctx.services.core, ctx.caller, input.id)),
});
