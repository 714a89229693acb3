import * as shape from '@goal/contract';
import {
  createGroup,
  deleteGroup,
  findGroup,
  getMemberGroup,
  inspectGroupKeys,
  listGroupNames,
  listMemberGroups,
  revokeGroupKey,
  updateGroup,
} from '@goal/core';
import { z } from 'zod';

import { adminOfAllProcedure, confirmed, memberProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';
import { unchecked } from '../meta.ts';
import { wholeList } from '../whole-list.ts';

const groupProcedure = adminOfAllProcedure.input(shape.groupPath).use(async ({ ctx, input, next }) => {
  const group = await findGroup(ctx.services.core.db.prisma, ctx.caller.account.rowId, input.id);
  return next({ ctx: { group } });
});

/**
 * The account's groups (rulings §10.32); a member of one group sees that one. Their keys are made
 * by programs alone (rulings §10.16).
 */
export const groupsRouter = t.router({
  list: memberProcedure
    .input(shape.memberGroupsQuery)
    .output(unchecked(z.object({ groups: z.array(shape.memberGroupShape) })))
    .query(async ({ ctx, input }) =>
      wholeList(ctx, 'groups', await listMemberGroups(ctx.services.core, ctx.caller, input.q)),
    ),
  /** The choices of fields and the log's folders (rulings §10.45). */
  names: memberProcedure
    .input(shape.memberGroupNamesQuery)
    .output(unchecked(shape.memberGroupNamesShape))
    .query(({ ctx, input }) => listGroupNames(ctx.services.core, ctx.caller, input)),
  get: memberProcedure
    .input(shape.groupPath)
    .output(shape.memberGroupShape)
    .query(({ ctx, input }) => getMemberGroup(ctx.services.core, ctx.caller, input.id)),
  create: adminOfAllProcedure
    .use(withBody)
    .input(shape.createGroupBody)
    .output(shape.createdGroupShape)
    .mutation(({ ctx, input }) => createGroup(ctx.services.core, ctx.caller, input)),
  update: groupProcedure
    .use(withBody)
    .input(shape.updateGroupBody)
    .output(z.void())
    .mutation(({ ctx, input }) => updateGroup(ctx.services.core, ctx.caller, ctx.group.id, input)),
  delete: adminOfAllProcedure
    .meta({ confirmed: true })
    .use(confirmed)
    .use(withBody)
    .input(shape.groupPath)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteGroup(ctx.services.core, ctx.caller, input.id)),
  keys: t.router({
    list: groupProcedure
      .output(unchecked(z.object({ keys: z.array(shape.groupKeyShape) })))
      .query(async ({ ctx }) => wholeList(ctx, 'keys', await inspectGroupKeys(ctx.services.core, ctx.group))),
    revoke: groupProcedure
      .use(withBody)
      .input(shape.keyPath)
      .output(z.void())
      .mutation(({ ctx, input }) => revokeGroupKey(ctx.services.core, ctx.caller, ctx.group.id, input.prefix)),
  }),
});
