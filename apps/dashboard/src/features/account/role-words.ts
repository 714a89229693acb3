import type { Role } from '@goal/contract';

export const roleWords: Readonly<Record<Role, string>> = { owner: 'Owner', admin: 'Admin', viewer: 'Viewer' };

/** The roles, without the shapes of the wire that the contract has beside them. */
export const roleNames = ['owner', 'admin', 'viewer'] as const satisfies readonly Role[];

/** What a role may do, as the rest of a sentence about its member. */
export const roleRights: Readonly<Record<Role, string>> = {
  owner: 'may do everything, and decides who else may',
  admin: 'may read events, and change sites, keys and members',
  viewer: 'may read events, and change nothing',
};
