import { z } from 'zod';

import { shownBrandShape } from '../account/brand.ts';
import { parseEmail, parseKnownEmail } from '../text/domains.ts';
import { errorCatalogue } from '../refusals/errors.ts';
import { zone } from '../fields/event-fields.ts';
import * as field from '../fields/fields.ts';
import { limits } from '../limits.ts';
import { accountShape } from '../shapes.ts';

// Rulings §10.

/** rulings §10.3 */
export const roles = ['owner', 'admin', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** How a session began (rulings §10.10). */
export const signInWays = ['password', 'passkey', 'code', 'sso', 'invitation', 'reset'] as const;
export type SignInWay = (typeof signInWays)[number];

/** An e-mail of a person (rulings §10.2): judged and written as in rulings §8. */
export const personEmail = field.parsedText('email', errorCatalogue.invalid_email.message, parseEmail);

/** The e-mail that somebody signs in with, who may have it since an earlier version. */
export const signInEmail = field.parsedText('email', errorCatalogue.invalid_email.message, parseKnownEmail);

/** Kinds of news by mail that a person can switch off (rulings §10.28). */
export const mutableNews = ['account_key', 'administrator', 'second_factor_off', 'recovery_code'] as const;

/** These, and alerts: the mails of streams (rulings §15.3). */
export const mutableMails = [...mutableNews, 'alert'] as const;

/** me.mails.set: the kinds that are switched off from now on. */
export const mutedMailsBody = z.object({
  muted_mails: z.array(z.enum(mutableMails, { error: 'invalid muted_mails' }), { error: 'invalid muted_mails' }),
});

/** How a member gets the weekly summary of an account (rulings §10.40). */
export const weeklyMails = ['off', 'counts', 'texts'] as const;
export type WeeklyMail = (typeof weeklyMails)[number];

/** me.mails.setWeekly: the time zone, and the accounts whose weekly summary they get. */
export const weeklyMailsBody = z.object({
  tz: zone('tz'),
  accounts: z
    .array(
      z.object(
        { account_id: field.pathId, mail: z.enum(['counts', 'texts'], { error: 'invalid accounts' }) },
        { error: 'invalid accounts' },
      ),
      { error: 'invalid accounts' },
    )
    .max(limits.weeklyMails, 'invalid accounts'),
});
export type WeeklyMailsBody = z.output<typeof weeklyMailsBody>;

/** me.mails.setCheckpoint: the accounts whose checkpoint the person gets each month from now on. */
export const checkpointMailsBody = z.object({
  accounts: z
    .array(z.string({ error: 'invalid accounts' }), { error: 'invalid accounts' })
    .max(limits.weeklyMails, 'invalid accounts'),
});

/** entry.unsubscribe: what stands in the link of a mail. */
export const unsubscribeBody = z.object({ token: field.pathText });

const time = z.string();
const timeOrNull = time.nullable();

/** A group by its id and name, or null for the whole account. */
export const reachShape = z.object({ id: z.uuid(), name: z.string() }).nullable();

/** One account that a person is a member of. */
const membershipShape = z.object({
  account_id: z.uuid(),
  account_name: z.string().nullable(),
  account_email: z.string(),
  plan: z.string(),
  is_reseller: z.boolean(),
  role: z.enum(roles),
  group: reachShape,
  weekly_mail: z.enum(weeklyMails),
  /** Whether the person gets the checkpoint each month, as an owner. */
  checkpoint_mail: z.boolean(),
  brand: shownBrandShape,
});

/** A passkey of the person. */
export const passkeyShape = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Whether the authenticator keeps a copy elsewhere, as in its maker's cloud. */
  backed_up: z.boolean(),
  created_at: time,
  last_used_at: timeOrNull,
});
export type PasskeyView = z.infer<typeof passkeyShape>;

/** me.get */
export const personShape = z.object({
  id: z.uuid(),
  email: z.string(),
  email_proven_at: timeOrNull,
  name: z.string().nullable(),
  /** Until when what opens doors needs no new proof; null: it needs one (rulings §10.15). */
  confirmed_until: timeOrNull,
  ways: z.object({
    /** Whether the person can sign in again (rulings §10.10). */
    any: z.boolean(),
    password_at: timeOrNull,
    totp_at: timeOrNull,
    recovery_codes_left: z.int(),
    passkeys: z.array(passkeyShape),
    sso: z.array(z.object({ issuer: z.string(), created_at: time })),
  }),
  muted_mails: z.array(z.string()),
  /** The zone in which a week begins for them; null until they have chosen one. */
  time_zone: z.string().nullable(),
  /** The brand of their account, if it is the only one (rulings §10.38). */
  brand: shownBrandShape,
  memberships: z.array(membershipShape),
  invitations: z.array(
    z.object({
      id: z.uuid(),
      account_name: z.string().nullable(),
      account_email: z.string(),
      role: z.enum(roles),
      group_name: z.string().nullable(),
    }),
  ),
});
export type PersonView = z.infer<typeof personShape>;

/** dashboard.me: the account as this member may see it (rulings §10). */
export const memberAccountShape = accountShape
  .omit({ key: true, group: true })
  .extend({
    name: z.string().nullable(),
    role: z.enum(roles),
    group: reachShape,
    brand: shownBrandShape,
    /** Whether the account requires a second factor of its members (rulings §10.24). */
    second_factor: z.boolean(),
    /** Whether addresses are hidden from its viewers (rulings §11.5). */
    hide_ip: z.boolean(),
    /** Whether the account's keys open the API now (rulings §3.7, §10.22). */
    api: z.boolean(),
    /** How many active account keys it may have; -1 for a reseller (rulings §3.6). */
    account_keys: z.int(),
  })
  .meta({ id: 'MemberAccount' });
export type MemberAccount = z.infer<typeof memberAccountShape>;

/** entry.ways */
export const waysShape = z.object({
  password: z.boolean(),
  passkey: z.boolean(),
  code: z.boolean(),
  sso: z.object({ name: z.string() }).nullable(),
  sign_up: z.boolean(),
  /** The free plan, while anybody may sign up (rulings §10.47). */
  free: z.object({ sites: z.int(), retention_days: z.int(), hard_limit_events: z.int() }).nullable(),
  /** Whether there is a mail server: people change their e-mail and choose their mails with it. */
  mail: z.boolean(),
  /** Whether anybody signs in here yet: the page tells the first person how to be invited. */
  has_people: z.boolean(),
});
export type WaysToSignIn = z.infer<typeof waysShape>;

/** me.sessions.list: the newest ones that have not ended. */
export const sessionShape = z.object({
  prefix: z.string(),
  how: z.enum(signInWays),
  user_agent: z.string().nullable(),
  created_at: time,
  last_used_at: timeOrNull,
  current: z.boolean(),
});
export type SessionView = z.infer<typeof sessionShape>;

export const sessionPath = z.object({ prefix: field.pathText });

/** The ways that the first proof of an e-mail removes (rulings §10.21). */
export const removedWays = ['password', 'passkeys', 'second_factor', 'single_sign_on'] as const;
export type RemovedWay = (typeof removedWays)[number];

/** The answer of a sign-in: the session's token, this once. */
export const beganShape = z.object({
  token: z.string(),
  expires_at: time,
  /** The ways that this first proof of the e-mail removed; absent where there were none. */
  removed: z.array(z.enum(removedWays)).optional(),
});
export type BeganSession = z.infer<typeof beganShape>;

/** entry.invitation: what the holder of a link is invited to. */
export const invitationShape = z.object({
  email: z.string(),
  account_email: z.string(),
  account_name: z.string().nullable(),
  role: z.enum(roles),
  group_name: z.string().nullable(),
  expires_at: time,
  /** Whether the invited person has to sign in to accept. */
  has_person: z.boolean(),
  /** Whether the first proof of the e-mail removes the way in that is set up by this link. */
  void_at_proof: z.boolean(),
  brand: shownBrandShape,
});
export type InvitationView = z.infer<typeof invitationShape>;

/** entry.invitation for a link that sets a new way in (rulings §10.25). */
export const resetLinkShape = z.object({
  reset: z.literal(true),
  email: z.string(),
  expires_at: time,
  /** As of an invitation. */
  void_at_proof: z.boolean(),
});
export type ResetLinkView = z.infer<typeof resetLinkShape>;
