import * as shape from '@goal/contract';
import { listGroups } from '@goal/core';
import { z } from 'zod';

import { memberProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { unchecked } from '../meta.ts';
import { wholeList } from '../whole-list.ts';

/** The account's groups; a member of one group sees that one. */
export const groupsRouter = t.router({
  list: memberProcedure
    .output(unchecked(z.object({ groups: z.array(shape.groupShape) })))
    .query(async ({ ctx }) => wholeList(ctx, 'groups', await listGroups(ctx.services.core, ctx.caller))),
});
