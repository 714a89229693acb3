import * as shape from '@goal/contract';
import { beginTotp, finishTotp, removeTotp, renewRecoveryCodes } from '@goal/core';
import { z } from 'zod';

import { confirmed, personProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/** me.totp.*: rulings §10.12 */
export const totpRouter = t.router({
  begin: personProcedure
    .meta({ confirmed: true })
    .use(confirmed)
    .use(withBody)
    .output(shape.totpShape)
    .mutation(({ ctx: { services, session } }) => beginTotp(services.core, services.people, session)),
  finish: personProcedure
    .use(withBody)
    .input(shape.codeBody)
    .output(shape.recoveryCodesShape)
    .mutation(({ ctx: { services, session }, input }) =>
      finishTotp(services.core, services.people, session, input.code),
    ),
  remove: personProcedure
    .meta({ confirmed: true })
    .use(confirmed)
    .use(withBody)
    .output(z.void())
    .mutation(({ ctx: { services, session } }) => removeTotp(services.core, session)),
});

/** me.recoveryCodes.* */
export const recoveryCodesRouter = t.router({
  renew: personProcedure
    .meta({ confirmed: true })
    .use(confirmed)
    .use(withBody)
    .output(shape.recoveryCodesShape)
    .mutation(({ ctx: { services, session } }) => renewRecoveryCodes(services.core, services.people, session)),
});
