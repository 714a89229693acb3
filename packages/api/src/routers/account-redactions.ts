import * as shape from '@goal/contract';
import { beginRedaction, findAccountEvent, getRedaction, redactEvent } from '@goal/core';
import { z } from 'zod';

import { unscopedProcedure } from '../access.ts';
import { t } from '../trpc.ts';
import { withBody } from '../with-body.ts';
import { rest } from './meta.ts';

/** Erasure of the text and the user of one event (rulings §13.1). */
export const redactOne = unscopedProcedure
  .meta(
    rest('POST', '/account/events/{id}/redact', 'Remove the text and the user of one event', {
      query: ['confirm'],
      errors: [400, 404, 409],
    }),
  )
  .input(shape.eventPath)
  // The id is found before `confirm` is judged.
  .use(async ({ ctx, input, next }) =>
    next({ ctx: { eventId: await findAccountEvent(ctx.services.core, ctx.caller, input.id) } }),
  )
  .input(shape.confirmRedactionQuery)
  .output(z.void())
  .mutation(({ ctx }) => redactEvent(ctx.services.core, ctx.caller, ctx.eventId));

/** Erasure of one person's traces (rulings §13.1). */
export const accountRedactions = t.router({
  create: unscopedProcedure
    .meta(
      rest('POST', '/account/redactions', 'Remove the text and the user of all events of one person', {
        status: 202,
        body: true,
        query: ['confirm'],
        errors: [400, 404, 409],
      }),
    )
    .use(withBody)
    .input(shape.confirmRedactionQuery)
    .input(shape.createRedactionBody)
    .output(shape.createdRedactionShape)
    .mutation(({ ctx, input }) => beginRedaction(ctx.services.core, ctx.caller, input)),
  get: unscopedProcedure
    .meta(rest('GET', '/account/redactions/{id}', 'How far a redaction has come'))
    .input(shape.redactionPath)
    .output(shape.redactionShape)
    .query(({ ctx, input }) => getRedaction(ctx.services.core, ctx.caller.account, input.id)),
});
