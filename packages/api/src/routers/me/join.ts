import * as shape from '@goal/contract';
import { joinAsPerson } from '@goal/core';
import { z } from 'zod';

import { personProcedure } from '../../access.ts';
import { withBody } from '../../with-body.ts';

/** me.join: a signed-in person accepts an invitation (rulings §10.3). */
export const join = personProcedure
  .use(withBody)
  .input(shape.joinAsPersonBody)
  .output(z.void())
  .mutation(({ ctx, input }) => joinAsPerson(ctx.services.core, ctx.session, input));
