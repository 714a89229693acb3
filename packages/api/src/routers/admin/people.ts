import * as shape from '@goal/contract';
import { handOutInvitation, inviteMember, listAccountMembers, removeMember, resetPerson, withReason } from '@goal/core';
import { z } from 'zod';

import { operatorWriteProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';
import { rest } from '../meta.ts';
import { readAccount, writeAccount } from './named.ts';

// Operators on people (rulings §10.25). They see counts and times, and no link twice.

/** Invitations that an operator makes, while the account has no owner who has joined. */
export const accountInvitationsRouter = t.router({
  create: writeAccount
    .meta(
      rest('POST', '/admin/accounts/{id}/invitations', 'Invite somebody to an account that has no owner yet', {
        status: 201,
        body: true,
        errors: [400, 404, 409],
      }),
    )
    .use(withBody)
    .input(shape.operatorInviteBody)
    .output(shape.madeInvitationShape)
    .mutation(async ({ ctx, input: { email, role } }) => {
      const { core, people } = ctx.services;
      return handOutInvitation(core, people, await inviteMember(core, ctx.caller, { email, role: role ?? 'owner' }));
    }),
});

/** The members of one account. */
export const accountMembersRouter = t.router({
  list: readAccount
    .meta(rest('GET', '/admin/accounts/{id}/members', 'List members and open invitations'))
    .output(shape.operatorMembersShape)
    .query(({ ctx }) => listAccountMembers(ctx.services.core, ctx.services.people, ctx.caller)),
  remove: writeAccount
    .meta(rest('DELETE', '/admin/accounts/{id}/members/{member_id}', 'Remove a member', { errors: [400, 404, 409] }))
    .input(shape.accountMemberPath)
    .input(shape.reasonInput)
    .output(z.void())
    .mutation(({ ctx, input }) => removeMember(ctx.services.core, withReason(ctx.caller, input), input.member_id)),
});

export const peopleRouter = t.router({
  reset: operatorWriteProcedure
    .meta(
      rest('POST', '/admin/people/{id}/reset', 'End all sessions and ways in of a person, and make a new way in', {
        status: 201,
      }),
    )
    .input(shape.personPath)
    .output(shape.resetPersonShape)
    .mutation(({ ctx, input }) => resetPerson(ctx.services.core, ctx.services.people, ctx.actor, input.id)),
});
