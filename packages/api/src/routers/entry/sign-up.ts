import * as shape from '@goal/contract';
import { askToSignUp, signUp } from '@goal/core';

import { entryProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/** Making a free account by a code that is mailed (rulings §10.20). */
export const signUpEntry = t.router({
  ask: entryProcedure
    .use(withBody)
    .input(shape.askCodeBody)
    .output(shape.askedShape)
    .mutation(({ ctx: { services, visitor }, input }) => askToSignUp(services.core, services.people, visitor, input)),
  give: entryProcedure
    .use(withBody)
    .input(shape.giveCodeBody)
    .output(shape.beganShape)
    .mutation(({ ctx: { services, visitor }, input }) => signUp(services.core, services.people, visitor, input)),
});
