import * as shape from '@goal/contract';
import { authenticate, beginOperatorSession, endOperatorSession } from '@goal/core';
import { z } from 'zod';

import { entryProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/** Sessions of operators, for the console's own server (rulings §8). */
export const operatorEntry = t.router({
  begin: entryProcedure
    .use(withBody)
    .input(shape.operatorTokenBody)
    .output(shape.beganOperatorSessionShape)
    .mutation(async ({ ctx: { services }, input }) => {
      const { operatorCore: core, credentials } = services;
      const token = await authenticate({ credentials, uses: core.uses }, `Bearer ${input.token}`, ['operator']);
      return beginOperatorSession(core, token);
    }),
  end: entryProcedure
    .use(withBody)
    .input(shape.operatorTokenBody)
    .output(z.void())
    .mutation(({ ctx: { services }, input }) => endOperatorSession(services.operatorCore, input.token)),
});
