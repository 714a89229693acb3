import * as shape from '@goal/contract';
import { confirmByPassword, removePassword, setPassword } from '@goal/core';
import { z } from 'zod';

import { confirmed, personProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/** me.confirm.password */
export const confirmPassword = personProcedure
  .use(withBody)
  .input(shape.passwordBody)
  .output(shape.confirmedShape)
  .mutation(({ ctx: { services, session, visitor }, input: { password } }) =>
    confirmByPassword(services.core, services.people, session, { password, visitor }),
  );

/** me.password.* */
export const passwordRouter = t.router({
  set: personProcedure
    .meta({ confirmed: true })
    .use(confirmed)
    .use(withBody)
    .input(shape.passwordBody)
    .output(z.void())
    .mutation(({ ctx: { services, session }, input }) =>
      setPassword(services.core, services.people, session, input.password),
    ),
  remove: personProcedure
    .meta({ confirmed: true })
    .use(confirmed)
    .use(withBody)
    .output(z.void())
    .mutation(({ ctx: { services, session } }) => removePassword(services.core, services.people, session)),
});
