import { z } from 'zod';

import { errorCatalogue } from '../refusals/errors.ts';
import * as field from '../fields/fields.ts';
import { pageParameters } from '../inputs.ts';
import { openInvitationShape } from '../people/members.ts';
import { personEmail, reachShape, roles } from '../people/people.ts';
import { adminScopes, keyTimes, prefix, timestamp, uuid } from '../shapes.ts';

// People and tokens for operators: rulings §10.25, §10.27.

/** GET /admin/tokens */
export const adminTokensQuery = z.object(pageParameters);

/** DELETE /admin/tokens/{prefix} */
export const adminTokenPath = z.object({
  prefix: field.pathText.meta({ description: 'The prefix of the token, as the list shows it' }),
});

/** GET /admin/tokens: an admin token without its secret (rulings §10.27). */
export const adminTokenShape = z
  .object({ prefix, name: z.string(), scope: z.enum(adminScopes), ...keyTimes })
  .meta({ id: 'AdminToken' });
export type AdminTokenView = z.infer<typeof adminTokenShape>;

/** POST /admin/accounts/{id}/invitations: an omitted role is `owner` (rulings §10.25). */
export const operatorInviteBody = z.object({
  email: personEmail.meta({ description: 'Who is invited', override: { type: 'string', format: 'email' } }),
  role: z
    .enum(roles, { error: errorCatalogue.invalid_role.message })
    .nullable()
    .meta({ description: '`owner` when omitted' })
    .optional(),
});

/** A member in an operator's path, after the account. */
export const accountMemberPath = z.object({
  member_id: field.pathId.meta({ description: 'Id of the membership, as the list shows it' }),
});
export const personPath = z.object({ id: field.pathId.meta({ description: 'Id of the person' }) });

/** GET /admin/accounts/{id}/members: at most 100 members and 100 open invitations. */
export const operatorMembersShape = z
  .object({
    members: z.array(
      z.object({
        id: uuid.meta({ description: 'Of the membership' }),
        person_id: uuid,
        email: z.string(),
        name: z.string().nullable(),
        role: z.enum(roles),
        group: reachShape.meta({ description: 'The one group that the member reaches; null: the whole account' }),
        created_at: timestamp.meta({ description: 'When they joined' }),
        seen_at: timestamp.nullable().meta({ description: 'When a session of theirs last entered this account' }),
        second_factor: z.boolean().meta({
          description:
            'Whether their second factor is on, or they have a passkey or have signed in by the single sign-on that is set up',
        }),
      }),
    ),
    invitations: z.array(openInvitationShape),
  })
  .meta({ id: 'OperatorMembers' });
export type OperatorMembers = z.infer<typeof operatorMembersShape>;

/** POST /admin/people/{id}/reset: either of the two (rulings §10.25). */
export const resetPersonShape = z
  .object({
    link: z.string().exactOptional().meta({ description: 'Sets a new way in, once, for a day; shown this once' }),
    mailed: z
      .literal(true)
      .exactOptional()
      .meta({ description: 'The link went to the proven e-mail and nowhere else' }),
  })
  .meta({ id: 'ResetPerson' });
export type ResetPerson = z.infer<typeof resetPersonShape>;

/** dashboard.notices: what the owners of an account are told for 30 days (rulings §10.25). */
export const noticesShape = z.object({
  notices: z.array(z.object({ kind: z.literal('person_reset'), email: z.string(), at: timestamp })),
  /** Sites that the last downgrade paused, until somebody chooses (rulings §10.19). */
  paused_by_plan: z.int(),
});
export type AccountNotices = z.infer<typeof noticesShape>;
