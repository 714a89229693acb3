import { checkpointMailsBody, mutedMailsBody, weeklyMailsBody } from '@goal/contract';
import { setCheckpointMails, setMutedMails, setWeeklyMails } from '@goal/core';
import { z } from 'zod';

import { personProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/** News, the weekly summary and the monthly checkpoint by mail (rulings §10.28, §10.40, §16.15). */
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
  setCheckpoint: personProcedure
    .use(withBody)
    .input(checkpointMailsBody)
    .output(z.void())
    .mutation(({ ctx: { services, session }, input }) =>
      setCheckpointMails(services.core, services.people, session, input.accounts),
    ),
});
