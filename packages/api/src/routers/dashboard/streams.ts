import * as shape from '@goal/contract';
import { createStream } from '@goal/core';

import { adminOfAllProcedure, confirmed } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';
import { unpublished } from '../door.ts';
import { streamVerbs } from '../streams.ts';

const opensDoors = adminOfAllProcedure.meta({ confirmed: true }).use(confirmed);

/** A proof is wanted to say where events go, and none for mail to members (rulings §15.12). */
export const streamsRouter = t.router({
  ...streamVerbs({ using: adminOfAllProcedure, opening: opensDoors, rest: unpublished }),
  /** «Tell me when this happens»: a stream of mails to members who may read all of it. */
  alert: adminOfAllProcedure
    .use(withBody)
    .input(shape.alertBody)
    .output(shape.createdStreamShape)
    .mutation(({ ctx, input }) => createStream(ctx.services.core, ctx.caller, input)),
});
