import * as shape from '@goal/contract';
import { findAccountOfStream, listStreamsForOperators, pauseStream, resumeStream, withReason } from '@goal/core';
import { z } from 'zod';

import { operatorWriteProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { rest } from '../meta.ts';
import { readAccount } from './named.ts';

const writeStream = operatorWriteProcedure.input(shape.streamPath).use(async ({ ctx, input, next }) => {
  const caller = await findAccountOfStream(ctx.services.core, ctx.actor, input.id);
  return next({ ctx: { caller, streamId: input.id } });
});

export const accountStreamsRouter = t.router({
  list: readAccount
    .meta(rest('GET', '/admin/accounts/{id}/streams', 'The streams of an account, newest first'))
    .output(shape.operatorStreamsShape)
    .query(({ ctx }) => listStreamsForOperators(ctx.services.core, ctx.caller.account)),
});

/** Streams, whoever owns them (rulings §15.9). */
export const streamsRouter = t.router({
  pause: writeStream
    .meta(
      rest('POST', '/admin/streams/{id}/pause', 'Pause a stream until an operator resumes it', { query: ['reason'] }),
    )
    .input(shape.reasonInput)
    .output(z.void())
    .mutation(({ ctx, input }) => pauseStream(ctx.services.core, withReason(ctx.caller, input), ctx.streamId)),
  resume: writeStream
    .meta(rest('POST', '/admin/streams/{id}/resume', 'Resume a stream', { query: ['reason'] }))
    .input(shape.reasonInput)
    .output(z.void())
    .mutation(({ ctx, input }) => resumeStream(ctx.services.core, withReason(ctx.caller, input), ctx.streamId)),
});
