import { fieldError, limits } from '@goal/contract';

import type { Group, GroupKey } from './tally.ts';

/** The keys of a group beside its time, as one text. */
const rest = (group: Group): string =>
  JSON.stringify([group.severity, group.code, group.object, group.eventType, group.site, group.userId]);

/**
 * The groups that are shown, in their order (rulings §11.2): the largest `limit` ones; with a time
 * all times of the `limit` values of the other key that are the largest over the whole range. The
 * groups hold their words (`withWords`).
 * Throws «invalid limit» for too many groups.
 */
export function chooseGroups(groups: readonly Group[], by: readonly GroupKey[], limit: number): Group[] {
  const isTimed = by.some((key) => key === 'bucket' || key === 'day' || key === 'hour');
  const keyed = groups.map((group) => ({ group, key: rest(group), at: isTimed ? Date.parse(group.time) : 0 }));
  const totals = new Map<string, { group: Group; events: number }>();
  for (const { group, key } of keyed) totals.set(key, { group, events: (totals.get(key)?.events ?? 0) + group.events });
  const byKeys = comparisonBy(by);
  const largest = [...totals].sort(([, a], [, b]) => b.events - a.events || byKeys(a.group, b.group));
  const kept = new Set(largest.slice(0, limit).map(([key]) => key));
  const chosen = keyed.filter(({ key }) => kept.has(key));
  if (chosen.length > limits.summaryGroups.all) throw fieldError('invalid limit');
  return chosen
    .sort((a, b) => a.at - b.at || b.group.events - a.group.events || byKeys(a.group, b.group))
    .map(({ group }) => group);
}

/** Equal counts come in the order of their keys, in the order asked for. */
function comparisonBy(by: readonly GroupKey[]): (a: Group, b: Group) => number {
  const valuesOf: Record<GroupKey, (group: Group) => readonly (number | string | null)[]> = {
    bucket: () => [],
    day: () => [],
    hour: () => [],
    severity: ({ severity }) => [severity],
    code: ({ code }) => [code],
    object: ({ object }) => [object.text],
    event_type: ({ eventType }) => [eventType.text],
    user: ({ userId, site }) => [userId, site],
    site: ({ site }) => [site],
  };
  const values = (group: Group) => by.flatMap((key) => valuesOf[key](group));
  return (a, b) => {
    const others = values(b);
    for (const [place, value] of values(a).entries()) {
      const other = others[place] ?? null;
      if (value !== other && value !== null && other !== null) return value < other ? -1 : 1;
    }
    return rest(a) < rest(b) ? -1 : 1;
  };
}
