import * as shape from '@goal/contract';
import { getMemberAccount, listAccountKeys, mintAccountKey, revokeAccountKey } from '@goal/core';
import { z } from 'zod';

import { adminOfAllProcedure, confirmed, memberProcedure } from '../access.ts';
import { t } from '../trpc.ts';
import { withBody } from '../with-body.ts';
import { unchecked } from './meta.ts';
import { wholeList } from './whole-list.ts';

const keys = t.router({
  list: adminOfAllProcedure
    .output(unchecked(z.object({ keys: z.array(shape.accountKeyShape) })))
    .query(async ({ ctx }) => wholeList(ctx, 'keys', await listAccountKeys(ctx.services.core, ctx.caller.account))),
  create: adminOfAllProcedure
    .meta({ confirmed: true })
    .use(confirmed)
    .use(withBody)
    .input(shape.mintKeyBody)
    .output(shape.mintedAccountKeyShape)
    .mutation(({ ctx, input }) => mintAccountKey(ctx.services.core, ctx.caller, input.name ?? null)),
  revoke: adminOfAllProcedure
    .use(withBody)
    .input(shape.keyPath)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeAccountKey(ctx.services.core, ctx.caller, input.prefix)),
});

/** What members do in the dashboard with an account (rulings §10). */
export const dashboardRouter = t.router({
  me: memberProcedure
    .output(shape.memberAccountShape)
    .query(({ ctx }) => getMemberAccount(ctx.services.core, ctx.membership)),
  keys,
});
