import { fieldError, limits } from '@goal/contract';

import type { GroupKey } from './spans.ts';
import type { Group } from './tally.ts';

/** As one text: PostgreSQL has no zero character, and JSON would take most of a summary's time. */
const rest = ({ severity, code, object, eventType, site, userId }: Group): string =>
  [severity, code, object.ref, object.text, eventType.ref, eventType.text, site, userId].join('\0');

/** The events of a group, or of the groups of one key at all times, with one of them. */
type Total = { group: Group; events: number };

/**
 * The groups that are shown, in their order (rulings §11.2): the largest `limit` ones; with a time
 * all times of the `limit` values of the other key that are the largest over the whole range. The
 * groups hold their words (`withWords`).
 * Throws «invalid limit» for too many groups.
 */
export function chooseGroups(groups: readonly Group[], by: readonly GroupKey[], limit: number): Group[] {
  const isTimed = by.some((key) => key === 'bucket' || key === 'day' || key === 'hour');
  const totals = isTimed ? totalsOf(groups) : groups.map((group) => ({ group, events: group.events }));
  const shown = new Set(largest(new Set(totals), by, limit));
  const chosen = groups.flatMap((group, nth) => {
    const total = totals[nth];
    return total !== undefined && shown.has(total) ? [{ group, at: isTimed ? Date.parse(group.time) : 0 }] : [];
  });
  if (chosen.length > limits.summaryGroups.all) throw fieldError('invalid limit');
  return inOrder(chosen, by, (a, b) => a.at - b.at || b.group.events - a.group.events).map(({ group }) => group);
}

/** The total of each group's key over all times, in the order of the groups. */
function totalsOf(groups: readonly Group[]): Total[] {
  const totals = new Map<string, Total>();
  return groups.map((group) => {
    const key = rest(group);
    const total = totals.get(key) ?? { group, events: 0 };
    total.events += group.events;
    totals.set(key, total);
    return total;
  });
}

/** Orders only those with at least as many events as the last one that is shown, of thousands. */
function largest(totals: ReadonlySet<Total>, by: readonly GroupKey[], limit: number): Total[] {
  const counts = Float64Array.from([...totals].map(({ events }) => events)).toSorted();
  const least = counts.at(-limit) ?? 0;
  const enough = [...totals].filter(({ events }) => events >= least);
  return inOrder(enough, by, (a, b) => b.events - a.events).slice(0, limit);
}

type Value = number | string | null;

/** Sorts. Equal ones come in the order of their keys, in the order asked for. */
function inOrder<Item extends { group: Group }>(
  items: readonly Item[],
  by: readonly GroupKey[],
  compare: (a: Item, b: Item) => number,
): Item[] {
  return items
    .map((item) => ({ item, values: valuesOf(item.group, by) }))
    .sort((a, b) => compare(a.item, b.item) || compareValues(a.values, b.values) || byKey(a.item.group, b.item.group))
    .map(({ item }) => item);
}

function compareValues(values: readonly Value[], others: readonly Value[]): number {
  for (const [place, value] of values.entries()) {
    const other = others[place] ?? null;
    if (value !== other && value !== null && other !== null) return value < other ? -1 : 1;
  }
  return 0;
}

const byKey = (a: Group, b: Group): number => (rest(a) < rest(b) ? -1 : 1);

const partsOf: Record<GroupKey, (group: Group) => readonly Value[]> = {
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
