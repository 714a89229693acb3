import { z } from 'zod';

import { typedPassword } from './entry.ts';
import { errorCatalogue } from '../refusals/errors.ts';
import * as field from '../fields/fields.ts';
import { limits } from '../limits.ts';
import { addPasskeyBody } from './passkeys.ts';
import { personEmail, reachShape, roles } from './people.ts';
import { accountKeyShape, timestamp, uuid } from '../shapes.ts';

// Accounts for members: rulings §10.3, §10.16, §10.23, §10.24, §11.5.

const role = z.enum(roles, { error: errorCatalogue.invalid_role.message });
const optionalName = field.optionalName('name', errorCatalogue.name_too_long.message, limits.nameLength);

/** dashboard.members.invite */
export const inviteBody = z.object({ email: personEmail, role, group_id: field.bodyId.optional() });
/** dashboard.members.update: what is omitted stays. */
export const updateMemberBody = z.object({
  id: field.pathId,
  role: role.optional(),
  group_id: field.bodyId.optional(),
});
export const memberPath = z.object({ id: field.pathId });
export const invitationPath = z.object({ id: field.pathId });

/** A new link: `link` this once, and whether a mail with another one was sent to the e-mail. */
export const renewedInvitationShape = z.object({ link: z.string(), mailed: z.boolean() });
export const madeInvitationShape = renewedInvitationShape.extend({ id: uuid });

/** dashboard.members.list: a viewer and a member of one group see names and roles alone. */
const memberShape = z.object({
  id: uuid,
  email: z.string().nullable(),
  name: z.string().nullable(),
  role: z.enum(roles),
  group: reachShape,
  created_at: timestamp.nullable(),
  /** When they last entered this account. */
  seen_at: timestamp.nullable(),
  /** Theirs is on, or they have a passkey, or signed in by the account's single sign-on. */
  second_factor: z.boolean().nullable(),
  current: z.boolean(),
});
export const openInvitationShape = z.object({
  id: uuid,
  email: z.string(),
  role: z.enum(roles),
  group: reachShape,
  created_by: z.string(),
  expires_at: timestamp,
});
export const membersShape = z.object({ members: z.array(memberShape), invitations: z.array(openInvitationShape) });
export type MembersView = z.infer<typeof membersShape>;

/** dashboard.account.update: what is omitted stays. The e-mail is changed by a code instead. */
export const updateOwnAccountBody = z.object({
  name: optionalName.optional(),
  second_factor: z.boolean({ error: 'second_factor must be a boolean' }).optional(),
  hide_ip: z.boolean({ error: 'hide_ip must be a boolean' }).optional(),
});

/** dashboard.account.delete: the account's e-mail, typed; core compares it (rulings §10.29). */
export const deleteOwnAccountBody = z.object({
  email: z.string({ error: errorCatalogue.account_email_typed.message }),
});

const link = z.string({ error: 'token must be a string' });
/** entry.invitation */
export const invitationToken = z.object({ token: link });
/** entry.join: with a password, or with the passkey that answers `entry.joinPasskey`. */
export const joinBody = z.object({
  token: link,
  name: optionalName.optional(),
  password: typedPassword.optional(),
  passkey: addPasskeyBody.optional(),
});
/** entry.joinPasskey */
export const joinPasskeyBody = joinBody.pick({ token: true, name: true });
export type JoinPasskeyInput = z.output<typeof joinPasskeyBody>;
export type JoinInput = z.output<typeof joinBody>;
/** me.join: by the token of a link, or by an id of `me.get`. */
export const joinAsPersonBody = z.object({ token: link.optional(), id: field.pathId.optional() });

/** dashboard.keys.list: a key with its maker: a member’s e-mail, or «the provider». */
const { access, ...keyFields } = accountKeyShape.shape;
export const madeAccountKeyShape = z.object({ ...keyFields, created_by: z.string(), access });
export type MadeAccountKeyView = z.infer<typeof madeAccountKeyShape>;
