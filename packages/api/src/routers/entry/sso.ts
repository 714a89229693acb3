import * as shape from '@goal/contract';
import { beginSsoEntry, providerWaitMs, signInBySso } from '@goal/core';

import { entryProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/** Signing in by single sign-on (rulings §10.14). */
export const ssoEntry = t.router({
  begin: entryProcedure
    .use(withBody)
    .input(shape.beginSsoEntryBody)
    .output(shape.beganSsoShape)
    .mutation(({ ctx: { services, visitor, allowSilence }, input }) => {
      allowSilence(providerWaitMs);
      return beginSsoEntry(services.core, services.people, visitor, input.next, input.choose);
    }),
  finish: entryProcedure
    .use(withBody)
    .input(shape.finishSsoBody)
    .output(shape.finishedEntryShape)
    .mutation(({ ctx: { services, visitor, allowSilence }, input }) => {
      allowSilence(providerWaitMs);
      return signInBySso(services.core, services.people, visitor, input);
    }),
});
