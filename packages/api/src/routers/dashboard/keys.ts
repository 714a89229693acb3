import * as shape from '@goal/contract';
import { listMadeAccountKeys, mintAccountKey, revokeAccountKey } from '@goal/core';
import { z } from 'zod';

import { adminOfAllProcedure, confirmed } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';
import { unchecked } from '../meta.ts';
import { wholeList } from '../whole-list.ts';

/** Account keys, made and revoked by members (rulings §10.16). */
export const keysRouter = t.router({
  list: adminOfAllProcedure
    .output(unchecked(z.object({ keys: z.array(shape.madeAccountKeyShape) })))
    .query(async ({ ctx }) => wholeList(ctx, 'keys', await listMadeAccountKeys(ctx.services.core, ctx.caller.account))),
  create: adminOfAllProcedure
    .meta({ confirmed: true })
    .use(confirmed)
    .use(withBody)
    .input(shape.mintKeyBody)
    .output(shape.mintedAccountKeyShape)
    .mutation(({ ctx, input }) => mintAccountKey(ctx.services.core, ctx.caller, input)),
  revoke: adminOfAllProcedure
    .use(withBody)
    .input(shape.keyPath)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeAccountKey(ctx.services.core, ctx.caller, input.prefix)),
});
