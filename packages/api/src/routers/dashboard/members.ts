import * as shape from '@goal/contract';
import {
  handOutInvitation,
  inviteMember,
  leaveAccount,
  listMembers,
  removeMember,
  renewInvitation,
  revokeInvitation,
  updateMember,
  type Caller,
  type Inviter,
  type SessionCredential,
} from '@goal/core';
import { z } from 'zod';

import { adminOfAllProcedure, confirmed, leavingProcedure, memberProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/** The member who acts, as the verbs of members know them. */
function inviterOf({ caller, session }: { caller: Caller; session: SessionCredential }): Inviter {
  return { ...caller, person: session.person };
}

const opensDoors = adminOfAllProcedure.meta({ confirmed: true }).use(confirmed).use(withBody);

/** Members and invitations (rulings §10.3). */
export const membersRouter = t.router({
  list: memberProcedure
    .output(shape.membersShape)
    .query(({ ctx }) => listMembers(ctx.services.core, ctx.services.people, ctx.session, ctx.membership)),
  invite: opensDoors
    .input(shape.inviteBody)
    .output(shape.madeInvitationShape)
    .mutation(async ({ ctx, input: { email, role, group_id: groupId } }) => {
      const { core, people } = ctx.services;
      return handOutInvitation(core, people, await inviteMember(core, inviterOf(ctx), { email, role, groupId }));
    }),
  update: opensDoors
    .input(shape.updateMemberBody)
    .output(z.void())
    .mutation(({ ctx, input: { id, role, group_id: groupId } }) =>
      updateMember(ctx.services.core, inviterOf(ctx), id, { role, groupId }),
    ),
  remove: opensDoors
    .input(shape.memberPath)
    .output(z.void())
    .mutation(({ ctx, input }) => removeMember(ctx.services.core, inviterOf(ctx), input.id)),
  leave: leavingProcedure
    .use(withBody)
    .output(z.void())
    .mutation(({ ctx }) => leaveAccount(ctx.services.core, ctx.caller, ctx.session.person)),
});

/** Links that let somebody join (rulings §10.3). */
export const invitationsRouter = t.router({
  renew: opensDoors
    .input(shape.invitationPath)
    .output(shape.renewedInvitationShape)
    .mutation(async ({ ctx, input }) => {
      const { core, people } = ctx.services;
      return handOutInvitation(core, people, await renewInvitation(core, inviterOf(ctx), input.id));
    }),
  revoke: adminOfAllProcedure
    .use(withBody)
    .input(shape.invitationPath)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeInvitation(ctx.services.core, inviterOf(ctx), input.id)),
});
