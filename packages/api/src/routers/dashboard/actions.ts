import * as shape from '@goal/contract';
import { listRecord } from '@goal/core';

import { adminOfAllProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { paged } from '../paged.ts';

/** The account's own record (rulings §10.17). */
export const actionsRouter = t.router({
  list: adminOfAllProcedure
    .input(shape.recordQuery)
    .output(shape.recordPageShape)
    .query(({ ctx: { services, caller }, input }) =>
      paged(services.core, 'record of an account', input, (page) =>
        listRecord(services.core, caller.account, input, page),
      ),
    ),
});
