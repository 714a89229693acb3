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

import { adminOfAllProcedure, confirmed } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';
import { paged } from '../paged.ts';

/** On one stream of the account: its id is handed on. */
const ofStream = adminOfAllProcedure.input(shape.streamPath).use(async ({ ctx, input, next }) => {
  const { id } = await findStream(ctx.services.core.db.prisma, ctx.caller.account, input.id, { id: true });
  return next({ ctx: { streamId: id } });
});
const opensDoors = adminOfAllProcedure.meta({ confirmed: true }).use(confirmed);
const doorOfStream = opensDoors.input(shape.streamPath).use(async ({ ctx, input, next }) => {
  const { id } = await findStream(ctx.services.core.db.prisma, ctx.caller.account, input.id, { id: true });
  return next({ ctx: { streamId: id } });
});

/**
 * What the service sends out by itself, for owners and admins of the whole account (rulings
 * §15.12). Where events go is a door and wants a proof; mail to members is none.
 */
export const streamsRouter = t.router({
  list: adminOfAllProcedure
    .output(shape.streamsShape)
    .query(({ ctx }) => listStreams(ctx.services.core, ctx.caller.account)),
  get: ofStream
    .output(shape.streamShape)
    .query(({ ctx }) => getStream(ctx.services.core, ctx.caller.account, ctx.streamId)),
  create: opensDoors
    .use(withBody)
    .input(shape.createStreamBody)
    .output(shape.createdStreamShape)
    .mutation(({ ctx, input }) => createStream(ctx.services.core, ctx.caller, input)),
  /** «Tell me when this happens»: a stream of mails to members who may read all of it. */
  alert: adminOfAllProcedure
    .use(withBody)
    .input(shape.alertBody)
    .output(shape.createdStreamShape)
    .mutation(({ ctx, input }) => createStream(ctx.services.core, ctx.caller, input)),
  update: doorOfStream
    .use(withBody)
    .input(shape.updateStreamBody)
    .output(z.void())
    .mutation(({ ctx, input }) => updateStream(ctx.services.core, ctx.caller, ctx.streamId, input)),
  delete: ofStream
    .use(withBody)
    .output(z.void())
    .mutation(({ ctx }) => deleteStream(ctx.services.core, ctx.caller, ctx.streamId)),
  pause: ofStream
    .use(withBody)
    .output(z.void())
    .mutation(({ ctx }) => pauseStream(ctx.services.core, ctx.caller, ctx.streamId)),
  resume: ofStream
    .use(withBody)
    .output(z.void())
    .mutation(({ ctx }) => resumeStream(ctx.services.core, ctx.caller, ctx.streamId)),
  test: ofStream
    .use(withBody)
    .output(shape.streamTestShape)
    .mutation(({ ctx: { services, caller, streamId }, signal }) =>
      testStream(services.core, caller, streamId, { ...services.people, signal }),
    ),
  replay: ofStream
    .use(withBody)
    .input(shape.replayBody)
    .output(shape.eventCountShape)
    .mutation(({ ctx, input }) => replayStream(ctx.services.core, ctx.caller, ctx.streamId, input.from)),
  rotateSecret: doorOfStream
    .use(withBody)
    .input(shape.rotateSecretQuery)
    .output(shape.rotatedSecretShape)
    .mutation(({ ctx, input }) =>
      rotateStreamSecret(ctx.services.core, ctx.caller, ctx.streamId, { endFormer: input.end_former }),
    ),
  deliveries: ofStream
    .input(shape.streamListPage)
    .output(shape.deliveriesShape)
    .query(({ ctx: { services, caller, streamId }, input }) =>
      paged(services.core, 'deliveries of a stream', input, (page) =>
        listDeliveries(services.core, { account: caller.account, id: streamId }, page),
      ),
    ),
  setAside: ofStream
    .input(shape.streamListPage)
    .output(shape.setAsideShape)
    .query(({ ctx: { services, caller, streamId }, input }) =>
      paged(services.core, 'set aside of a stream', input, (page) =>
        listSetAside(services.core, { account: caller.account, id: streamId }, page),
      ),
    ),
  retrySetAside: ofStream
    .use(withBody)
    .output(shape.eventCountShape)
    .mutation(({ ctx }) => retrySetAside(ctx.services.core, ctx.caller, ctx.streamId)),
});
