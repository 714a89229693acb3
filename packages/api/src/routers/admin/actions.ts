import * as shape from '@goal/contract';
import { listActions } from '@goal/core';
import { z } from 'zod';

import { operatorReadProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { actionFilter, actionsFile } from './files.ts';
import { rest } from '../meta.ts';
import { paged } from '../paged.ts';

/** The record of all changes (rulings §8). */
export const actionsRouter = t.router({
  file: actionsFile,
  list: operatorReadProcedure
    .meta(rest('GET', '/admin/actions', 'Who did what, newest first', { errors: [400, 404] }))
    .input(shape.actionsQuery)
    .output(z.object({ actions: z.array(shape.actionShape), next_cursor: z.string() }))
    .query(({ ctx: { services }, input }) => {
      const filter = actionFilter(input);
      return paged(services.core, 'actions', input, (page) => listActions(services.core, filter, page));
    }),
});
