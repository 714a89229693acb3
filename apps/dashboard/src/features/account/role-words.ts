import type { Role } from '@goal/contract';

export const roleWords: Readonly<Record<Role, string>> = { owner: 'Owner', admin: 'Admin', viewer: 'Viewer' };

/** The roles, without the shapes of the wire that the contract has beside them. */
export const roleNames = ['owner', 'admin', 'viewer'] as const satisfies readonly Role[];

const rights: Readonly<Record<Role, string>> = {
  owner: 'may do everything, and decides who else may',
  admin: 'manages sites, groups, API keys and members, and reads the record',
  viewer: 'sees everything, and changes nothing',
};
const rightsInGroup: Readonly<Record<Exclude<Role, 'owner'>, string>> = {
  admin: 'sees the group, manages its sites and their keys, and decides which of its sites keep IP addresses',
  viewer: 'sees the group, and changes nothing',
};

/**
 * What a role may do in the whole account or in one group, as the rest of a sentence about its
 * member.
 */
export const rightsOf = (role: Role, isOfGroup: boolean): string =>
  isOfGroup && role !== 'owner' ? rightsInGroup[role] : rights[role];

const promises: Readonly<Record<Role, string>> = {
  owner: 'You will be able to do everything in the account, and decide who else may.',
  admin: 'You will be able to manage its sites, groups, API keys and members, and to read its record.',
  viewer: 'You will see the account and who its members are, and change nothing.',
};
const promisesInGroup: Readonly<Record<Exclude<Role, 'owner'>, string>> = {
  admin:
    'You will see this group and nothing else of the account, manage its sites and their keys, and decide which of its sites keep IP addresses.',
  viewer: 'You will see this group and nothing else of the account, and change nothing.',
};

/** What an invited person will be able to do. */
export const promiseOf = (role: Role, isOfGroup: boolean): string =>
  isOfGroup && role !== 'owner' ? promisesInGroup[role] : promises[role];
