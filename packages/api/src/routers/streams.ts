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

import { withBody } from '../with-body.ts';
import type { CallerProcedure, Publish } from './door.ts';
import { paged } from './paged.ts';

/** Finds the stream in the path, before any part of the body is judged (rulings §2.4). */
const ofStream = (procedure: CallerProcedure) =>
  procedure.input(shape.streamPath).use(async ({ ctx, input, next }) => {
    const { id } = await findStream(ctx.services.core.db.prisma, ctx.caller.account, input.id, { id: true });
    return next({ ctx: { streamId: id } });
  });

/** A door to streams: who may see and use them, and who may say where events go. */
type StreamsDoor = { using: CallerProcedure; opening: CallerProcedure; rest: Publish };

const streamsOf = ({ using, opening, rest }: StreamsDoor) => ({
  list: using
    .meta(rest('GET', '/account/streams', 'List streams'))
    .output(shape.streamsShape)
    .query(({ ctx }) => listStreams(ctx.services.core, ctx.caller.account)),
  create: opening
    .meta(rest('POST', '/account/streams', 'Create a stream', { status: 201, body: true, errors: [400, 404, 409] }))
    .use(withBody)
    .input(shape.createStreamBody)
    .output(shape.createdStreamShape)
    .mutation(({ ctx, input }) => createStream(ctx.services.core, ctx.caller, input)),
  get: ofStream(using)
    .meta(rest('GET', '/account/streams/{id}', 'A stream with its state'))
    .output(shape.streamShape)
    .query(({ ctx }) => getStream(ctx.services.core, ctx.caller.account, ctx.streamId)),
  update: ofStream(opening)
    .meta(
      rest('PATCH', '/account/streams/{id}', 'Change the name, the sink or the filters of a stream', {
        body: true,
        errors: [400, 404, 409],
      }),
    )
    .use(withBody)
    .input(shape.updateStreamBody)
    .output(z.void())
    .mutation(({ ctx, input }) => updateStream(ctx.services.core, ctx.caller, ctx.streamId, input)),
  delete: ofStream(using)
    .meta(rest('DELETE', '/account/streams/{id}', 'Delete a stream'))
    .use(withBody)
    .output(z.void())
    .mutation(({ ctx }) => deleteStream(ctx.services.core, ctx.caller, ctx.streamId)),
  pause: ofStream(using)
    .meta(rest('POST', '/account/streams/{id}/pause', 'Pause a stream'))
    .use(withBody)
    .output(z.void())
    .mutation(({ ctx }) => pauseStream(ctx.services.core, ctx.caller, ctx.streamId)),
  resume: ofStream(using)
    .meta(rest('POST', '/account/streams/{id}/resume', 'Resume a stream from where it stood', { errors: [404, 409] }))
    .use(withBody)
    .output(z.void())
    .mutation(({ ctx }) => resumeStream(ctx.services.core, ctx.caller, ctx.streamId)),
  test: ofStream(using)
    .meta(rest('POST', '/account/streams/{id}/test', 'Send one made-up event to the sink', { errors: [404, 409] }))
    .use(withBody)
    .output(shape.streamTestShape)
    .mutation(({ ctx: { services, caller, streamId }, signal }) =>
      testStream(services.core, caller, streamId, { ...services.people, signal }),
    ),
});

/** Deliveries of streams, and events that were set aside. */
const sentBy = ({ using, opening, rest }: StreamsDoor) => ({
  replay: ofStream(using)
    .meta(
      rest('POST', '/account/streams/{id}/replay', 'Send again what arrived from a time on', {
        body: true,
        errors: [400, 404, 409],
      }),
    )
    .use(withBody)
    .input(shape.replayBody)
    .output(shape.eventCountShape)
    .mutation(({ ctx, input }) => replayStream(ctx.services.core, ctx.caller, ctx.streamId, input.from)),
  rotateSecret: ofStream(opening)
    .meta(
      rest('POST', '/account/streams/{id}/secret', 'Make a new signing secret', {
        status: 201,
        query: ['end_former'],
        errors: [400, 404, 409],
      }),
    )
    .use(withBody)
    .input(shape.rotateSecretQuery)
    .output(shape.rotatedSecretShape)
    .mutation(({ ctx, input }) =>
      rotateStreamSecret(ctx.services.core, ctx.caller, ctx.streamId, { endFormer: input.end_former }),
    ),
  deliveries: ofStream(using)
    .meta(rest('GET', '/account/streams/{id}/deliveries', 'The last deliveries of a stream, newest first'))
    .input(shape.streamListPage)
    .output(shape.deliveriesShape)
    .query(({ ctx: { services, caller, streamId }, input }) =>
      paged(services.core, 'deliveries of a stream', input, (page) =>
        listDeliveries(services.core, { account: caller.account, id: streamId }, page),
      ),
    ),
  setAside: ofStream(using)
    .meta(rest('GET', '/account/streams/{id}/set-aside', 'Events that the sink refused one by one, newest first'))
    .input(shape.streamListPage)
    .output(shape.setAsideShape)
    .query(({ ctx: { services, caller, streamId }, input }) =>
      paged(services.core, 'set aside of a stream', input, (page) =>
        listSetAside(services.core, { account: caller.account, id: streamId }, page),
      ),
    ),
  retrySetAside: ofStream(using)
    .meta(rest('POST', '/account/streams/{id}/set-aside/retry', 'Send again what was set aside'))
    .use(withBody)
    .output(shape.eventCountShape)
    .mutation(({ ctx }) => retrySetAside(ctx.services.core, ctx.caller, ctx.streamId)),
});

/** Streams to sinks (rulings §15). */
export const streamVerbs = (door: StreamsDoor) => ({ ...streamsOf(door), ...sentBy(door) });
