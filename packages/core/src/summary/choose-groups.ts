import { fieldError, limits } from '@goal/contract';

import type { Group, GroupKey } from './tally.ts';

/** The keys of a group beside its time, as one text. */
const rest = (group: Group): string =>
  JSON.stringify([group.severity, group.code, group.object, group.eventType, group.site, group.userId]);

/**
 * The groups that are shown, in their order (rulings §11.2): the largest `limit` ones; with a time
 * all times of the `limit` values of the other key that are the largest over the whole range.
 * Throws «invalid limit» for too many groups.
 */
export function chooseGroups(groups: readonly Group[], by: readonly GroupKey[], limit: number): Group[] {
  const isTimed = by.some((key) => key === 'bucket' || key === 'day' || key === 'hour');
  const keyed = groups.map((group) => ({ group, key: rest(group), at: isTimed ? Date.parse(group.time) : 0 }));
  const totals = new Map<string, number>();
  for (const { group, key } of keyed) totals.set(key, (totals.get(key) ?? 0) + group.events);
  const kept = new Set(
    [...totals]
      .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
      .slice(0, limit)
      .map(([key]) => key),
  );
  const chosen = keyed.filter(({ key }) => kept.has(key));
  if (chosen.length > limits.summaryGroups.all) throw fieldError('invalid limit');
  return chosen
    .sort((a, b) => a.at - b.at || b.group.events - a.group.events || byKeys(a.group, b.group))
    .map(({ group }) => group);
}

/** Equal counts come in the order of their keys. */
function byKeys(a: Group, b: Group): number {
  const numbers = (group: Group): number[] =>
    [group.severity, group.code, group.site, group.userId].map((key) => key ?? 0);
  const [one, other] = [numbers(a), numbers(b)];
  const at = one.findIndex((number, place) => number !== other[place]);
  if (at !== -1) return (one[at] ?? 0) - (other[at] ?? 0);
  return rest(a) < rest(b) ? -1 : 1;
}
