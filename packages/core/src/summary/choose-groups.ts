import { fieldError, limits } from '@goal/contract';

import type { Group, GroupKey } from './tally.ts';

/**
 * The keys of a group beside its time, as one text: PostgreSQL's texts hold no zero character.
 * Thousands of groups have one, and JSON would take most of the time of a summary by user.
 */
const rest = ({ severity, code, object, eventType, site, userId }: Group): string =>
  [severity, code, object.ref, object.text, eventType.ref, eventType.text, site, userId].join('\0');

/** The events of a group, or of the groups of all times, with the values that break a tie. */
type Total = { key: string; events: number; values: readonly (number | string | null)[] };

/**
 * The groups that are shown, in their order (rulings §11.2): the largest `limit` ones; with a time
 * all times of the `limit` values of the other key that are the largest over the whole range. The
 * groups hold their words (`withWords`).
 * Throws «invalid limit» for too many groups.
 */
export function chooseGroups(groups: readonly Group[], by: readonly GroupKey[], limit: number): Group[] {
  const isTimed = by.some((key) => key === 'bucket' || key === 'day' || key === 'hour');
  const totals = new Map<string, Total>();
  const keyed = groups.map((group) => {
    const key = rest(group);
    const known = totals.get(key);
    const total = known ?? { key, events: 0, values: valuesOf(group, by) };
    total.events += group.events;
    if (known === undefined) totals.set(key, total);
    return { group, total, at: isTimed ? Date.parse(group.time) : 0 };
  });
  const largest = new Set([...totals.values()].sort(bySize).slice(0, limit));
  const chosen = keyed.filter(({ total }) => largest.has(total));
  if (chosen.length > limits.summaryGroups.all) throw fieldError('invalid limit');
  return chosen
    .sort((a, b) => a.at - b.at || b.group.events - a.group.events || byValues(a.total, b.total))
    .map(({ group }) => group);
}

const bySize = (a: Total, b: Total): number => b.events - a.events || byValues(a, b);

/** Equal counts come in the order of their keys, in the order asked for. */
function byValues(a: Total, b: Total): number {
  for (const [place, value] of a.values.entries()) {
    const other = b.values[place] ?? null;
    if (value !== other && value !== null && other !== null) return value < other ? -1 : 1;
  }
  return a.key < b.key ? -1 : 1;
}

const partsOf: Record<GroupKey, (group: Group) => readonly (number | string | null)[]> = {
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
const valuesOf = (group: Group, by: readonly GroupKey[]) => by.flatMap((key) => partsOf[key](group));
