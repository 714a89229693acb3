import * as shape from '@goal/contract';
import { signInByPassword, signInBySecondFactor } from '@goal/core';

import { entryProcedure } from '../../access.ts';
import { withBody } from '../../with-body.ts';

/** Signing in by password and second factor (rulings §10.8 to §10.12). */
export const passwordEntry = {
  password: entryProcedure
    .use(withBody)
    .input(shape.passwordEntryBody)
    .output(shape.signInStepShape)
    .mutation(({ ctx: { services, visitor }, input }) =>
      signInByPassword(services.core, services.people, visitor, input),
    ),
  secondFactor: entryProcedure
    .use(withBody)
    .input(shape.secondFactorBody)
    .output(shape.beganShape)
    .mutation(({ ctx: { services, visitor }, input }) =>
      signInBySecondFactor(services.core, services.people, visitor, input),
    ),
};
