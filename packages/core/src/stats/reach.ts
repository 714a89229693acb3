import type { Caller } from '../ground/caller.ts';

/** What statistics cover: an account, one of its groups, or one of its sites. */
export type Reach = Pick<Caller, 'account' | 'group'> & { site?: { rowId: number } | undefined };

/**
 * A condition on the site `s`: it is in the group and is the site of these parameters, where they
 * are not null. It keeps to the index by account, whatever the parameters are.
 */
export const inReach = (group: string, site: string): string =>
  `(${group}::int is null or s.group_no = ${group}) and (${site}::int is null or s.no = ${site})`;
