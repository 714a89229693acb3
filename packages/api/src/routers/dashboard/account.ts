import * as shape from '@goal/contract';
import { deleteAccount, updateAccount } from '@goal/core';
import { z } from 'zod';

import { confirmed, ownerProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

const byConfirmedOwner = ownerProcedure.meta({ confirmed: true }).use(confirmed).use(withBody);

/** What an owner settles for the whole account (rulings §10.23, §10.24, §10.29, §11.5). */
export const accountRouter = t.router({
  update: byConfirmedOwner
    .input(shape.updateOwnAccountBody)
    .output(z.void())
    .mutation(({ ctx, input: { second_factor: secondFactor, hide_ip: hideIp, ...rest } }) =>
      updateAccount(ctx.services.core, ctx.caller, { ...rest, secondFactor, hideIp }),
    ),
  delete: byConfirmedOwner
    .input(shape.deleteOwnAccountBody)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteAccount(ctx.services.core, ctx.caller, input.email)),
});
