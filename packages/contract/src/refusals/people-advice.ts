import type { ErrorCode } from './errors.ts';

/** Cause and cure of the sentences that people meet in the dashboard (rulings §10). */
export const peopleAdvice = {
  missing_role_owner: ['Only an owner of the account may do this.', 'Ask an owner.'],
  missing_role_admin: [
    'A viewer may look, and change nothing. Or a viewer searches by an address, and the account hides addresses from its viewers.',
    'Ask an owner or an admin.',
  ],
  whole_account_required: [
    'The member reaches one group, and this concerns the whole account.',
    'Ask an owner or an admin of the whole account.',
  ],
  second_factor_required: [
    'The account asks its members for a second factor or a passkey.',
    'Set one up under «Me», then sign in with it.',
  ],
  confirmation_required: [
    'The act opens a door, and the last proof of who you are is older than 15 minutes.',
    'Confirm with your password, passkey, code or single sign-on, and repeat the act.',
  ],
  wrong_password: [
    'The e-mail or the password is wrong. The answer is the same for an e-mail that nobody has.',
    'Try again, use another way in, or ask for a link.',
  ],
  wrong_code: ['The code is wrong, was used, or is out of its time.', 'Wait for the next code, or ask for a new one.'],
  attempt_expired: ['The attempt is older than ten minutes, was used, or began in another browser.', 'Begin again.'],
  unknown_passkey: [
    'Nobody has this passkey here, or it was removed.',
    'Use another way in, and add the passkey again.',
  ],
  sign_in_not_completed: [
    'The sign-in service did not confirm the sign-in, or the person turned back there.',
    'Begin again. If it happens twice, tell the operator, whose log says why.',
  ],
  nobody_invited: ['No account has invited this e-mail.', 'Ask an owner of the account for an invitation.'],
  email_not_confirmed: [
    'The sign-in service does not say that the e-mail is confirmed.',
    'Confirm the e-mail there, then sign in again. Some services never say it: the operator can name domains that count (OIDC_EMAIL_DOMAINS).',
  ],
  mail_not_sent: ['The mail server is out of reach or refuses the mail.', 'Copy the link, or try again later.'],
  provider_out_of_reach: ['The sign-in service does not answer.', 'Try again later, or use another way in.'],
  password_too_short: ['The password has fewer than 12 characters.', 'Choose a longer one.'],
  password_too_long: ['The password has more than 200 characters.', 'Choose a shorter one.'],
  password_too_easy: [
    'The password is the e-mail, one repeated character, or one that everybody tries first.',
    'Choose another one.',
  ],
  second_factor_first: [
    'The owner who requires a second factor has none in this session.',
    'Set one up on your own page, or sign in with a passkey or by single sign-on, and require it then.',
  ],
  last_way_in: ['It is the last way to sign in.', 'Add another way first.'],
  twenty_passkeys: ['A person has at most 20 passkeys.', 'Remove one that you no longer use.'],
  email_taken: ['Another person has this e-mail.', 'Choose another one.'],
  sign_in_as_invited: [
    'The invited e-mail belongs to somebody who signs in already.',
    'Sign in as that person, then open the link.',
  ],
  invited_somebody_else: ['The invitation names another e-mail.', 'Sign in as the invited person.'],
  already_member: ['The person is a member of this account.', 'Change the role instead.'],
  hundred_members: ['An account has at most 100 members.', 'Remove one that is no longer needed.'],
  hundred_invitations: ['An account has at most 100 open invitations.', 'Revoke one that is no longer needed.'],
  invalid_query: [
    'The query of a view is too long, has characters that no address has, holds a key, or names a site or group that the member does not see.',
    'Send the query of an address of the log, with at most one site and one group.',
  ],
  view_name_taken: ['Another view that you would see beside this one has the name.', 'Choose another name.'],
  hundred_views: [
    'An account has at most 100 shared views, and a member 100 of their own in it.',
    'Delete one that is no longer needed.',
  ],
  white_label: ['The account is no reseller.', 'Ask the operator of the service.'],
  colour_contrast: [
    'The contrast of the colour with white is below 4.5:1, so text in it could not be read.',
    'Choose a darker shade. The page of the brand names the nearest one that can be read.',
  ],
  logo_invalid: [
    'The bytes of the logo are no PNG and no WebP, they are more than 64 KiB, or the text is no base64.',
    'Send a smaller PNG or WebP in base64. SVG is not taken.',
  ],
  last_owner: ['The account would be left without an owner.', 'Make somebody else an owner first.'],
  invalid_role: [
    'The role is not `owner`, `admin` or `viewer`, or an owner is given a group.',
    'Send one of the three; an owner has no group.',
  ],
  has_owner: ['The account has an owner, who decides who joins.', 'Ask the owner to invite.'],
  own_token: [
    'The console cannot revoke the token that you signed in with.',
    'Sign in with another token, or revoke it on the server.',
  ],
  account_email_typed: [
    'The text that confirms the deletion is not the e-mail of the account.',
    'Type the e-mail that the settings of the account show.',
  ],
  site_domain_typed: [
    'The text that confirms the deletion is not the domain of the site.',
    'Type the domain that the page of the site shows.',
  ],
  sites_counted: [
    'The text that confirms the deletion of several sites is not `delete` with their number, such as `delete 3 sites`.',
    'Type the text that the dialog shows.',
  ],
  subscription_living: [
    'A subscription still pays for the account, and would go on without it.',
    'End the subscription at the payment provider, or ask the operator to. Then delete the account.',
  ],
  email_unproven: [
    'The mailbox may belong to somebody else, so nothing is mailed to it.',
    'Sign in once with a code by mail, or change the e-mail under Me: the code proves it.',
  ],
  chosen_ids_range: ['The list of chosen sites is empty, or has more than 5,000 ids.', 'Choose at least one site.'],
  nothing_to_choose: ['A reseller has any number of active sites.', 'Activate the paused sites one by one.'],
  chosen_three_times: [
    'The active sites of the account were chosen three times on this UTC day.',
    'Choose again after midnight UTC, or take a plan with more sites.',
  ],
  subscription_exists: [
    'A subscription pays for the account, or a checkout was paid a moment ago and its confirmation is on the way.',
    'Change the plan in the portal of the payment provider.',
  ],
  payments_out_of_reach: ['The payment provider does not answer, or refuses the call.', 'Try again later.'],
  act_done: [
    'A page sent a change again under the id of one that is done.',
    'Ask `dashboard.act`, `me.act` or `admin.act` what became of it. A new change takes a new id.',
  ],
  another_person: [
    'Somebody else has signed in with this browser since the page was opened. Nothing was done.',
    'Load the page again. It then belongs to the person who is signed in now.',
  ],
} as const satisfies Partial<Record<ErrorCode, readonly [cause: string, cure: string]>>;
