import { mutedMailsBody, weeklyMailsBody } from '@goal/contract';
import { setMutedMails, setWeeklyMails } from '@goal/core';
import { z } from 'zod';

import { personProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/** News by mail (rulings §10.28), and the weekly summary (rulings §10.40). */
export const mailsRouter = t.router({
  set: personProcedure
    .use(withBody)
    .input(mutedMailsBody)
    .output(z.void())
    .mutation(({ ctx, input }) => setMutedMails(ctx.services.core, ctx.session, input.muted_mails)),
  setWeekly: personProcedure
    .use(withBody)
    .input(weeklyMailsBody)
    .output(z.void())
    .mutation(({ ctx: { services, session }, input }) =>
      setWeeklyMails(services.core, services.people, session, input),
    ),
});
