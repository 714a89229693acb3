import * as shape from '@goal/contract';
import { askToChangeAccountEmail, changeAccountEmail, deleteAccount, updateAccount } from '@goal/core';
import { z } from 'zod';

import { confirmed, ownerProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

const byConfirmedOwner = ownerProcedure.meta({ confirmed: true }).use(confirmed).use(withBody);

/** An owner's settings of the whole account (rulings §10.23, §10.24, §10.29, §10.41, §11.5). */
export const accountRouter = t.router({
  update: byConfirmedOwner
    .input(shape.updateOwnAccountBody)
    .output(z.void())
    .mutation(({ ctx, input: { second_factor: secondFactor, hide_ip: hideIp, ...rest } }) =>
      updateAccount(ctx.services.core, ctx.caller, { ...rest, secondFactor, hideIp }),
    ),
  /** The e-mail that bills go to: it is changed by a code from the new mailbox. */
  email: t.router({
    ask: byConfirmedOwner
      .input(shape.askCodeBody)
      .output(shape.askedShape)
      .mutation(({ ctx, input }) => askToChangeAccountEmail(ctx.services.core, ctx.services.people, ctx, input)),
    give: byConfirmedOwner
      .input(shape.giveCodeBody)
      .output(z.void())
      .mutation(({ ctx, input }) => changeAccountEmail(ctx.services.core, ctx.services.people, ctx, input)),
  }),
  delete: byConfirmedOwner
    .input(shape.deleteOwnAccountBody)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteAccount(ctx.services.core, ctx.caller, input.email)),
});
