import type { Access } from '../src/trpc.ts';

/** The accesses of people; access-procedures.ts has those of keys. */
export type PeopleAccess = Extract<Access, 'entry' | 'person' | 'member' | 'admin' | 'adminOfAll' | 'owner'>;

/** `!`: it wants a proof from the last 15 minutes (rulings §10.15). */
export const procedures: Record<PeopleAccess, readonly string[]> = {
  entry: [
    'entry.ways',
    'entry.invitation',
    'entry.join',
    'entry.password',
    'entry.code.ask',
    'entry.code.give',
    'entry.secondFactor',
    'entry.passkey.begin',
    'entry.passkey.finish',
    'entry.sso.begin',
    'entry.sso.finish',
    'entry.signUp.ask',
    'entry.signUp.give',
  ],
  person: [
    'me.get',
    'me.join',
    'me.rename',
    'me.delete!',
    'me.confirm.password',
    'me.confirm.code.ask',
    'me.confirm.code.give',
    'me.email.ask!',
    'me.email.give!',
    'me.password.set!',
    'me.password.remove!',
    'me.totp.begin!',
    'me.totp.finish',
    'me.totp.remove!',
    'me.recoveryCodes.renew!',
    'me.mails.set',
    'me.confirm.passkey.begin',
    'me.confirm.passkey.finish',
    'me.confirm.sso.begin',
    'me.confirm.sso.finish',
    'me.passkeys.begin!',
    'me.passkeys.finish!',
    'me.passkeys.rename!',
    'me.passkeys.remove!',
    'me.sessions.list',
    'me.sessions.end',
    'me.sessions.endOthers',
    'me.signOut',
  ],
  member: [
    'dashboard.me',
    'dashboard.notices',
    'dashboard.groups.list',
    'dashboard.groups.get',
    'dashboard.sites.list',
    'dashboard.sites.get',
    'dashboard.events.list',
    'dashboard.events.get',
    'dashboard.events.around',
    'dashboard.events.summary',
    'dashboard.events.tail',
    'dashboard.events.export',
    ...['list', 'save', 'update', 'delete'].map((name) => `dashboard.views.${name}`),
    'dashboard.members.list',
    'dashboard.members.leave',
  ],
  admin: [
    'dashboard.sites.create',
    'dashboard.sites.update',
    'dashboard.sites.activate',
    'dashboard.sites.delete!',
    'dashboard.sites.tokens.list',
    'dashboard.sites.tokens.create',
    'dashboard.sites.tokens.revoke',
    'dashboard.sites.setKeepIp',
  ],
  adminOfAll: [
    'dashboard.actions.list',
    'dashboard.keys.list',
    'dashboard.keys.create!',
    'dashboard.keys.revoke',
    'dashboard.members.invite!',
    'dashboard.members.update!',
    'dashboard.members.remove!',
    'dashboard.invitations.renew!',
    'dashboard.invitations.revoke',
    'dashboard.sites.move',
    'dashboard.groups.create',
    'dashboard.groups.update',
    'dashboard.groups.delete!',
    'dashboard.groups.keys.list',
    'dashboard.groups.keys.revoke',
  ],
  owner: ['dashboard.account.update!', 'dashboard.account.delete!'],
};
// The keys of the record are the accesses.
export const accesses = Object.keys(procedures) as PeopleAccess[];

/** What is asked for is found before anything else is judged, and no id names nothing. */
export const findsFirst = new Set([
  'dashboard.events.get',
  'dashboard.events.around',
  ...['get', 'update', 'activate', 'delete!', 'tokens.list', 'tokens.create', 'tokens.revoke'].map(
    (name) => `dashboard.sites.${name}`,
  ),
  ...['get', 'update', 'keys.list', 'keys.revoke'].map((name) => `dashboard.groups.${name}`),
]);

export const nameOf = (procedure: string): string => procedure.replace('!', '');
