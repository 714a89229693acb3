import { mutedMailsBody } from '@goal/contract';
import { setMutedMails } from '@goal/core';
import { z } from 'zod';

import { personProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/** News by mail (rulings §10.28). */
export const mailsRouter = t.router({
  set: personProcedure
    .use(withBody)
    .input(mutedMailsBody)
    .output(z.void())
    .mutation(({ ctx, input }) => setMutedMails(ctx.services.core, ctx.session, input.muted_mails)),
});
