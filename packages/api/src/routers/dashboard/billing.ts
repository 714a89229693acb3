import * as shape from '@goal/contract';
import { beginCheckout, getBilling, openPortal, previewPlan } from '@goal/core';

import { adminOfAllProcedure, confirmed, ownerProcedure } from '../../access.ts';
import type { Context } from '../../http/context.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

const byConfirmedOwner = ownerProcedure.meta({ confirmed: true }).use(confirmed).use(withBody);

/** The page that the provider leads back to. */
const pageUrlOf = ({ services }: Context, { id }: { id: string }): string =>
  new URL(`/a/${id}/settings/billing`, services.people.dashboardUrl).href;

/** Plans and payments of the account (rulings §10.18, §10.36). */
export const billingRouter = t.router({
  get: adminOfAllProcedure
    .output(shape.billingShape)
    .query(({ ctx: { services, caller } }) => getBilling(services.core, services.payments, caller)),
  preview: adminOfAllProcedure
    .input(shape.planPreviewQuery)
    .output(shape.planPreviewShape)
    .query(({ ctx, input }) => previewPlan(ctx.services.core, ctx.caller, input.plan)),
  checkout: byConfirmedOwner
    .input(shape.planBody)
    .output(shape.providerPageShape)
    .mutation(({ ctx, input }) => {
      const { services, caller } = ctx;
      const pageUrl = pageUrlOf(ctx, caller.account);
      return beginCheckout(services.core, services.payments, caller, { plan: input.plan, pageUrl });
    }),
  portal: byConfirmedOwner
    .output(shape.providerPageShape)
    .mutation(({ ctx }) =>
      openPortal(ctx.services.core, ctx.services.payments, ctx.caller, pageUrlOf(ctx, ctx.caller.account)),
    ),
});
