import type { ActionName } from './actions.ts';
import { quoted, type Detail } from '../text/quoted.ts';

// The acts of people (rulings §10.17), in the words of the record.

const text = (detail: Detail, name: string): string => (typeof detail[name] === 'string' ? quoted(detail, name) : '');
/** «the group «North»», where the record or its reader knows the name; «one group» otherwise. */
const groupOf = (detail: Detail): string =>
  text(detail, 'group_name') === '' ? 'one group' : `the group ${text(detail, 'group_name')}`;
const roleOf = (detail: Detail): string => {
  const { role, group_id: group } = detail;
  const reach = typeof group === 'string' ? ` of ${groupOf(detail)}` : '';
  return `${typeof role === 'string' ? ` as ${role}` : ''}${reach}`;
};

const sharing = ({ change }: Detail): string =>
  change === 'ended' ? 'no longer shares' : change === 'changed' ? 'changed' : 'shared';

/** `: name «North», colour #1a2b3c, another logo` */
const partsOf = (detail: Detail): string => {
  const part = (name: 'name' | 'colour'): string[] =>
    typeof detail[name] === 'string' ? [`${name} ${text(detail, name)}`] : detail[name] === null ? [`no ${name}`] : [];
  const logo = detail['logo'] === 'set' ? ['another logo'] : detail['logo'] === null ? ['no logo'] : [];
  const parts = [...part('name'), ...part('colour'), ...logo];
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
};

export const peoplePhrases = {
  'account.hide_ip': ({ hidden }: Detail) =>
    hidden === true ? 'hides addresses from viewers and reports' : 'no longer hides addresses from viewers and reports',
  'account.name': (detail: Detail) =>
    typeof detail['to'] === 'string' ? `named the account ${text(detail, 'to')}` : 'removed the name of the account',
  'account.second_factor': ({ required }: Detail) =>
    required === true ? 'requires a second factor of the members' : 'no longer requires a second factor of the members',
  'brand.set': (detail: Detail) => `changed the brand${partsOf(detail)}`,
  'invitation.create': (detail: Detail) =>
    detail['renewed'] === true
      ? `made a new link for the invitation of ${text(detail, 'email')}`
      : `invited ${text(detail, 'email')}${roleOf(detail)}`,
  'invitation.revoke': (detail: Detail) => `revoked the invitation of ${text(detail, 'email')}`,
  'member.enter': () => 'opened the account in the dashboard',
  'member.join': (detail: Detail) => `joined${roleOf(detail)}`,
  'member.leave': () => 'left the account',
  'member.remove': (detail: Detail) => `removed the member ${text(detail, 'email')}`,
  'member.update': (detail: Detail) => `changed what ${text(detail, 'email')} may do${roleOf(detail)}`,
  'passkey.add': (detail: Detail) => `added the passkey ${text(detail, 'name')}`,
  'passkey.remove': (detail: Detail) => `removed the passkey ${text(detail, 'name')}`,
  'password.remove': () => 'removed the password',
  'password.set': () => 'set a password',
  'person.create': (detail: Detail) =>
    `became a person who signs in${text(detail, 'email') && ` as ${text(detail, 'email')}`}`,
  'person.delete': (detail: Detail) => `deleted the person ${text(detail, 'email')}`,
  'person.email': (detail: Detail) => `changed the e-mail from ${text(detail, 'from')} to ${text(detail, 'to')}`,
  'person.prove': () => 'proved the e-mail; every way in from before is gone',
  'person.reset': (detail: Detail) => `made a new way in for ${text(detail, 'email')}`,
  'recovery_code.use': () => 'used a recovery code',
  'second_factor.off': () => 'turned the second factor off',
  'second_factor.on': () => 'turned the second factor on',
  'session.begin': (detail: Detail) => `signed in by ${text(detail, 'how')}`,
  'session.end': () => 'ended a session',
  'sign_in.refused': () => 'was refused at sign-in',
  'view.share': (detail: Detail) => `${sharing(detail)} the view ${text(detail, 'name')}`,
} as const satisfies Partial<Record<ActionName, (detail: Detail) => string>>;

/** Names of these kinds of action, for the filter. */
export const peopleKindNames = {
  'account.hide_ip': 'Changed who sees addresses',
  'account.name': 'Named an account',
  'account.second_factor': 'Changed whether a second factor is required',
  'brand.set': 'Changed the brand',
  'invitation.create': 'Invited somebody',
  'invitation.revoke': 'Revoked an invitation',
  'member.enter': 'Opened an account in the dashboard',
  'member.join': 'Joined an account',
  'member.leave': 'Left an account',
  'member.remove': 'Removed a member',
  'member.update': 'Changed a member',
  'passkey.add': 'Added a passkey',
  'passkey.remove': 'Removed a passkey',
  'password.remove': 'Removed a password',
  'password.set': 'Set a password',
  'person.create': 'Created a person',
  'person.delete': 'Deleted a person',
  'person.email': 'Changed the e-mail of a person',
  'person.prove': 'Proved an e-mail',
  'person.reset': 'Reset the ways in of a person',
  'recovery_code.use': 'Used a recovery code',
  'second_factor.off': 'Turned a second factor off',
  'second_factor.on': 'Turned a second factor on',
  'session.begin': 'Signed in',
  'session.end': 'Ended a session',
  'sign_in.refused': 'Was refused at sign-in',
  'view.share': 'Shared a view, or changed a shared one',
} as const satisfies Partial<Record<ActionName, string>>;
