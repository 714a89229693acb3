import * as shape from '@goal/contract';
import { beginSsoConfirmation, confirmBySso, providerWaitMs } from '@goal/core';

import { personProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/** me.confirm.sso.*: rulings §10.15 */
export const confirmSso = t.router({
  begin: personProcedure
    .use(withBody)
    .input(shape.beginSsoBody)
    .output(shape.beganSsoShape)
    .mutation(({ ctx: { services, session, allowSilence }, input }) => {
      allowSilence(providerWaitMs);
      return beginSsoConfirmation(services.core, services.people, session, input.next);
    }),
  finish: personProcedure
    .use(withBody)
    .input(shape.finishSsoBody)
    .output(shape.finishedConfirmationShape)
    .mutation(({ ctx: { services, session, allowSilence }, input }) => {
      allowSilence(providerWaitMs);
      return confirmBySso(services.core, services.people, session, input);
    }),
});
