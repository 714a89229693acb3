import * as shape from '@goal/contract';
import {
  createStream,
  deleteStream,
  findStream,
  getStream,
  listDeliveries,
  listSetAside,
  listStreams,
  pauseStream,
  replayStream,
  resumeStream,
  retrySetAside,
  rotateStreamSecret,
  testStream,
  updateStream,
} from '@goal/core';
import { z } from 'zod';

import { unscopedProcedure } from '../access.ts';
import { t } from '../trpc.ts';
import { withBody } from '../with-body.ts';
import { rest } from './meta.ts';
import { paged } from './paged.ts';

/** Finds the stream in the path, for an unscoped key. */
const streamProcedure = unscopedProcedure.input(shape.streamPath).use(async ({ ctx, input, next }) => {
  const { id } = await findStream(ctx.services.core.db.prisma, ctx.caller.account, input.id, { id: true });
  return next({ ctx: { streamId: id } });
});

/** What the service sends out by itself (rulings §15). */
export const accountStreams = t.router({
  list: unscopedProcedure
    .meta(rest('GET', '/account/streams', 'List streams', { status: 200 }))
    .output(shape.streamsShape)
    .query(({ ctx }) => listStreams(ctx.services.core, ctx.caller.account)),
  create: unscopedProcedure
    .meta(rest('POST', '/account/streams', 'Create a stream', { status: 201, body: true, errors: [400, 404, 409] }))
    .use(withBody)
    .input(shape.createStreamBody)
    .output(shape.createdStreamShape)
    .mutation(({ ctx, input }) => createStream(ctx.services.core, ctx.caller, input)),
  get: streamProcedure
    .meta(rest('GET', '/account/streams/{id}', 'A stream with its state', { status: 200, errors: [404] }))
    .output(shape.streamShape)
    .query(({ ctx }) => getStream(ctx.services.core, ctx.caller.account, ctx.streamId)),
  update: streamProcedure
    .meta(
      rest('PATCH', '/account/streams/{id}', 'Change the name, the sink or the filters of a stream', {
        status: 204,
        body: true,
        errors: [400, 404, 409],
      }),
    )
    .use(withBody)
    .input(shape.updateStreamBody)
    .output(z.void())
    .mutation(({ ctx, input }) => updateStream(ctx.services.core, ctx.caller, ctx.streamId, input)),
  delete: streamProcedure
    .meta(rest('DELETE', '/account/streams/{id}', 'Delete a stream', { status: 204, errors: [404] }))
    .output(z.void())
    .mutation(({ ctx }) => deleteStream(ctx.services.core, ctx.caller, ctx.streamId)),
  pause: streamProcedure
    .meta(rest('POST', '/account/streams/{id}/pause', 'Pause a stream', { status: 204, errors: [404] }))
    .output(z.void())
    .mutation(({ ctx }) => pauseStream(ctx.services.core, ctx.caller, ctx.streamId)),
  resume: streamProcedure
    .meta(
      rest('POST', '/account/streams/{id}/resume', 'Resume a stream from where it stood', {
        status: 204,
        errors: [404, 409],
      }),
    )
    .output(z.void())
    .mutation(({ ctx }) => resumeStream(ctx.services.core, ctx.caller, ctx.streamId)),
  test: streamProcedure
    .meta(
      rest('POST', '/account/streams/{id}/test', 'Send one made-up event to the sink', {
        status: 200,
        errors: [404, 409],
      }),
    )
    .output(shape.streamTestShape)
    .mutation(({ ctx: { services, caller, streamId }, signal }) =>
      testStream(services.core, caller, streamId, { ...services.people, signal }),
    ),
  replay: streamProcedure
    .meta(
      rest('POST', '/account/streams/{id}/replay', 'Send again what arrived from a time on', {
        status: 200,
        body: true,
        errors: [400, 404, 409],
      }),
    )
    .use(withBody)
    .input(shape.replayBody)
    .output(shape.eventCountShape)
    .mutation(({ ctx, input }) => replayStream(ctx.services.core, ctx.caller, ctx.streamId, input.from)),
  rotateSecret: streamProcedure
    .meta(
      rest('POST', '/account/streams/{id}/secret', 'Make a new signing secret', {
        status: 201,
        query: ['end_former'],
        errors: [400, 404, 409],
      }),
    )
    .input(shape.rotateSecretQuery)
    .output(shape.rotatedSecretShape)
    .mutation(({ ctx, input }) =>
      rotateStreamSecret(ctx.services.core, ctx.caller, ctx.streamId, { endFormer: input.end_former }),
    ),
  deliveries: streamProcedure
    .meta(
      rest('GET', '/account/streams/{id}/deliveries', 'The last deliveries of a stream, newest first', {
        status: 200,
        errors: [400, 404],
      }),
    )
    .input(shape.streamListPage)
    .output(shape.deliveriesShape)
    .query(({ ctx: { services, caller, streamId }, input }) =>
      paged(services.core, 'deliveries of a stream', input, (page) =>
        listDeliveries(services.core, { account: caller.account, id: streamId }, page),
      ),
    ),
  setAside: streamProcedure
    .meta(
      rest('GET', '/account/streams/{id}/set-aside', 'Events that the sink refused one by one, newest first', {
        status: 200,
        errors: [400, 404],
      }),
    )
    .input(shape.streamListPage)
    .output(shape.setAsideShape)
    .query(({ ctx: { services, caller, streamId }, input }) =>
      paged(services.core, 'set aside of a stream', input, (page) =>
        listSetAside(services.core, { account: caller.account, id: streamId }, page),
      ),
    ),
  retrySetAside: streamProcedure
    .meta(
      rest('POST', '/account/streams/{id}/set-aside/retry', 'Send again what was set aside', {
        status: 200,
        errors: [404],
      }),
    )
    .output(shape.eventCountShape)
    .mutation(({ ctx }) => retrySetAside(ctx.services.core, ctx.caller, ctx.streamId)),
});
