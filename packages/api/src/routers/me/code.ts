import * as shape from '@goal/contract';
import { askToConfirm, confirmByCode } from '@goal/core';

import { personProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/** me.confirm.code */
export const confirmCode = t.router({
  ask: personProcedure
    .use(withBody)
    .output(shape.askedShape)
    .mutation(({ ctx: { services, session, visitor } }) =>
      askToConfirm(services.core, services.people, session, visitor),
    ),
  give: personProcedure
    .use(withBody)
    .input(shape.giveCodeBody)
    .output(shape.confirmedShape)
    .mutation(({ ctx: { services, session, visitor }, input }) =>
      confirmByCode(services.core, services.people, session, { ...input, visitor }),
    ),
});
