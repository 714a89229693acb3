import * as shape from '@goal/contract';
import {
  beginRedaction,
  findAccountEvent,
  getRedaction,
  listRedactions,
  previewRedaction,
  redactEvent,
  showLeft,
} from '@goal/core';
import { z } from 'zod';

import { adminOfAllProcedure, confirmed, ownerProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

const opensDoors = ownerProcedure.meta({ confirmed: true }).use(confirmed);

/** Erasure of the text and the user of one event (rulings §13.1). */
export const redactMemberEvent = opensDoors
  .input(shape.eventPath)
  .use(async ({ ctx, input, next }) =>
    next({ ctx: { eventId: await findAccountEvent(ctx.services.core, ctx.caller, input.id) } }),
  )
  .use(withBody)
  .output(z.void())
  .mutation(({ ctx }) => redactEvent(ctx.services.core, ctx.caller, ctx.eventId));

/**
 * Erasure of one person's traces (rulings §13.1): owners, with a proof, because it cannot be
 * undone. Admins of the whole account see what was erased.
 */
export const redactionsRouter = t.router({
  list: adminOfAllProcedure
    .output(z.object({ redactions: z.array(shape.redactionShape) }))
    .query(({ ctx }) => listRedactions(ctx.services.core, ctx.caller.account, ctx.session.person)),
  get: adminOfAllProcedure
    .input(shape.redactionPath)
    .output(shape.redactionShape)
    .query(({ ctx, input }) => getRedaction(ctx.services.core, ctx.caller.account, input.id, ctx.session.person)),
  preview: ownerProcedure
    .input(shape.createRedactionBody)
    .output(shape.redactionPreviewShape)
    .query(({ ctx, input }) => previewRedaction(ctx.services.core, ctx.caller.account, input, ctx.session.person)),
  left: ownerProcedure
    .input(shape.leftQuery)
    .output(shape.leftShape)
    .query(({ ctx, input }) =>
      showLeft(
        ctx.services.core,
        ctx.caller.account,
        {
          since: new Date(input.since),
          siteId: input.site_id?.toLowerCase() ?? null,
          whose: { username: input.username },
        },
        ctx.session.person,
      ),
    ),
  create: opensDoors
    .use(withBody)
    .input(shape.createRedactionBody)
    .output(shape.createdRedactionShape)
    .mutation(({ ctx, input }) => beginRedaction(ctx.services.core, ctx.caller, input)),
});
