import * as shape from '@goal/contract';
import { deletePerson, renamePerson } from '@goal/core';
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
