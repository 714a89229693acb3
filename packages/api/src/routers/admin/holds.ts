import * as shape from '@goal/contract';
import { createHold, endHold, listHolds, withReason } from '@goal/core';
import { z } from 'zod';

import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';
import { rest } from '../meta.ts';
import { readAccount, writeAccount } from './named.ts';

/** Legal holds of one account (rulings §13.6). */
export const accountHoldsRouter = t.router({
  list: readAccount
    .meta(rest('GET', '/admin/accounts/{id}/holds', 'The legal holds of an account, newest first'))
    .output(shape.holdsShape)
    .query(({ ctx }) => listHolds(ctx.services.core, ctx.caller.account, 'operator')),
  create: writeAccount
    .meta(
      rest('POST', '/admin/accounts/{id}/holds', 'Set a legal hold: nothing that it covers is deleted', {
        status: 201,
        body: true,
        errors: [400, 404, 409],
      }),
    )
    .use(withBody)
    .input(shape.createHoldBody)
    .output(shape.createdHoldShape)
    .mutation(({ ctx, input }) => createHold(ctx.services.core, ctx.caller, input)),
  end: writeAccount
    .meta(rest('DELETE', '/admin/accounts/{id}/holds/{hold_id}', 'End a legal hold'))
    .input(shape.accountHoldPath)
    .input(shape.reasonInput)
    .output(z.void())
    .mutation(({ ctx, input }) => endHold(ctx.services.core, withReason(ctx.caller, input), input.hold_id)),
});
