import type { MemberGroupNames } from '@goal/contract';

/**
 * Whether a group of this name was made since `before`, judged by ids: names are unique, but
 * somebody else may have had this one first. Without `before` nobody knows, and it throws.
 */
export function madeGroup(
  name: string,
  before: MemberGroupNames | undefined,
  { groups }: MemberGroupNames,
): { isDone: boolean; sentence: string } {
  if (before === undefined) throw new Error('the groups before are unknown');
  const known = new Set(before.groups.map(({ id }) => id));
  const isDone = groups.some((one) => one.name === name.trim() && !known.has(one.id));
  return { isDone, sentence: isDone ? 'The group is made.' : 'The group was not made.' };
}
