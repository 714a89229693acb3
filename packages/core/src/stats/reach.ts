import type { Caller } from '../ground/caller.ts';

/** What statistics cover: an account, one of its groups, or one of its sites. */
export type Reach = Pick<Caller, 'account' | 'group'> & { site?: { rowId: number } | undefined };

/** SQL: site `s` is of the group and is the site of these parameters, where not null. */
export const inReach = (group: string, site: string): string =>
  `(${group}::int is null or s.group_no = ${group}) and (${site}::int is null or s.no = ${site})`;
