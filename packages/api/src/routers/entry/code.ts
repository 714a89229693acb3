import * as shape from '@goal/contract';
import { askForCode, signInByCode } from '@goal/core';

import { entryProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/** Signing in by a code that is mailed (rulings §10.13). */
export const codeEntry = t.router({
  ask: entryProcedure
    .use(withBody)
    .input(shape.askSignInCodeBody)
    .output(shape.askedShape)
    .mutation(({ ctx: { services, visitor }, input }) => askForCode(services.core, services.people, visitor, input)),
  give: entryProcedure
    .use(withBody)
    .input(shape.giveCodeBody)
    .output(shape.signInStepShape)
    .mutation(({ ctx: { services, visitor }, input }) => signInByCode(services.core, services.people, visitor, input)),
});
