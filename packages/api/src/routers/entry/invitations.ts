import * as shape from '@goal/contract';
import { beginJoinPasskey, getInvitation, joinByLink } from '@goal/core';
import { z } from 'zod';

import { entryProcedure } from '../../access.ts';
import { withBody } from '../../with-body.ts';

/** Coming in by a link (rulings §10.3). */
export const invitationEntry = {
  invitation: entryProcedure
    .use(withBody)
    .input(shape.invitationToken)
    .output(z.union([shape.invitationShape, shape.resetLinkShape]))
    .mutation(({ ctx, input }) => getInvitation(ctx.services.core, input.token)),
  joinPasskey: entryProcedure
    .use(withBody)
    .input(shape.joinPasskeyBody)
    .output(shape.beganNewPasskeyShape)
    .mutation(({ ctx, input }) => beginJoinPasskey(ctx.services.core, ctx.services.people, input, ctx.visitor)),
  join: entryProcedure
    .use(withBody)
    .input(shape.joinBody)
    .output(shape.beganShape)
    .mutation(({ ctx, input }) => joinByLink(ctx.services.core, ctx.services.people, input, ctx.visitor)),
};
