import * as shape from '@goal/contract';
import { askToChangeEmail, changeEmail } from '@goal/core';
import { z } from 'zod';

import { confirmed, personProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/** me.email: the e-mail that the person signs in with. */
export const emailRouter = t.router({
  ask: personProcedure
    .meta({ confirmed: true })
    .use(confirmed)
    .use(withBody)
    .input(shape.askCodeBody)
    .output(shape.askedShape)
    .mutation(({ ctx: { services, session }, input }) =>
      askToChangeEmail(services.core, services.people, session, input),
    ),
  give: personProcedure
    .meta({ confirmed: true })
    .use(confirmed)
    .use(withBody)
    .input(shape.giveCodeBody)
    .output(z.void())
    .mutation(({ ctx: { services, session }, input }) => changeEmail(services.core, services.people, session, input)),
});
