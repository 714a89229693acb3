import * as shape from '@goal/contract';
import { deletePerson, makeOwnAccount, renamePerson } from '@goal/core';
import { z } from 'zod';

import { confirmed, personProcedure } from '../../access.ts';
import { withBody } from '../../with-body.ts';

/** me.rename */
export const rename = personProcedure
  .use(withBody)
  .input(shape.personNameBody)
  .output(z.void())
  .mutation(({ ctx: { services, session }, input }) => renamePerson(services.core, session, input.name));

/** me.delete */
export const deleteMe = personProcedure
  .meta({ confirmed: true })
  .use(confirmed)
  .use(withBody)
  .output(z.void())
  .mutation(({ ctx: { services, session } }) => deletePerson(services.core, session));

/** me.makeAccount: a free account for somebody who has none (rulings §10.47). */
export const makeAccount = personProcedure
  .use(withBody)
  .output(z.object({ account_id: z.string() }))
  .mutation(({ ctx: { services, session } }) => makeOwnAccount(services.core, services.people, session));
