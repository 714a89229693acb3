import { rightsOf, type Role, type Standing } from '@goal/contract';

export const roleWords: Readonly<Record<Role, string>> = { owner: 'Owner', admin: 'Admin', viewer: 'Viewer' };

/** The roles, without the shapes of the wire that the contract has beside them. */
export const roleNames = ['owner', 'admin', 'viewer'] as const satisfies readonly Role[];

/** What a member may do, as the rest of a sentence about them. */
export function roleSentence(standing: Standing): string {
  const rights = rightsOf(standing);
  return rights === undefined ? 'may look, and changes nothing' : `may ${rights}`;
}

export function promiseOf(standing: Standing): string {
  const rights = rightsOf(standing);
  if (!standing.isOfGroup)
    return `You will see the whole account${rights === undefined ? ', and change nothing' : `, and may ${rights}`}.`;
  return `You will see this group and nothing else of the account${
    rights === undefined ? ', and change nothing.' : `. In it you may ${rights}.`
  }`;
}
