import type { Severity } from '@goal/contract';

import type { Dictionary, DictionaryKind } from '../words/dictionary.ts';
import { severityNumber } from '../event.ts';

/** What an event must meet, all of it (rulings §6.2, §6.3, §11.4). Times in ms, both inclusive. */
export type EventFilter = {
  from?: number | undefined;
  to?: number | undefined;
  codes?: number[] | undefined;
  notCodes?: number[] | undefined;
  userId?: number | undefined;
  username?: string | undefined;
  notUsernames?: string[] | undefined;
  /** An address or a network, in the form of `parseNetwork`. */
  network?: string | undefined;
  object?: string | undefined;
  notObjects?: string[] | undefined;
  eventType?: string | undefined;
  notEventTypes?: string[] | undefined;
  severities?: Severity[] | undefined;
  /** Each must occur in the message, ignoring case. */
  words?: string[] | undefined;
};

/** Whether a filter leaves nothing out. */
export const asksNothing = (filter: EventFilter): boolean =>
  Object.values(filter).every((value) => value === undefined || (Array.isArray(value) && value.length === 0));

/** Which groups of conditions a statement has, beside those that every search has. */
export type ConditionGroups = { hasExclusions: boolean; readsEvent: boolean };

/**
 * A filter as parameters; null asks nothing. `index`: what page indexes cover. `exclusions`: codes,
 * objects and types that a match must not have. `event`: what needs the event (words, username,
 * address, and objects and types outside the dictionary).
 */
export type FilterValues = {
  index: unknown[];
  exclusions: unknown[] | null;
  event: unknown[] | null;
  isEmpty: boolean;
};

/** Returns undefined when no event of the account can match. */
export async function filterValues(
  dictionary: Dictionary,
  account: number,
  filter: EventFilter,
): Promise<FilterValues | undefined> {
  const { codes, notCodes, userId, object, eventType, severities } = filter;
  const { username, notUsernames, network, words = [] } = filter;
  const objectRef = await dictionary.find(account, 'object', object);
  const typeRef = await dictionary.find(account, 'eventType', eventType);
  if (objectRef === 'nowhere' || typeRef === 'nowhere') return undefined;
  const [notObjects, notTypes] = [textsOf(filter.notObjects), textsOf(filter.notEventTypes)];
  const index = [
    codes ?? null,
    userId ?? null,
    severities?.map(severityNumber) ?? null,
    typeof objectRef === 'number' ? objectRef : null,
    typeof typeRef === 'number' ? typeRef : null,
  ];
  const exclusions = orNull([notCodes ?? null, notObjects, notTypes]);
  const event = orNull([
    objectRef === 'inline' ? object : null,
    typeRef === 'inline' ? eventType : null,
    // `%` and `_` are ordinary characters (rulings §6.3).
    words.length > 0 ? words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`) : null,
    username ?? null,
    notUsernames ?? null,
    network ?? null,
    await inlineOf(dictionary, account, 'object', notObjects),
    await inlineOf(dictionary, account, 'eventType', notTypes),
  ]);
  const isEmpty = exclusions === null && event === null && index.every((value) => value === null);
  return { index, exclusions, event, isEmpty };
}

/** The parameters of a filter's conditions, in the order of their groups. */
export const conditionValues = ({ index, exclusions, event }: FilterValues): unknown[] => [
  ...index,
  ...(exclusions ?? []),
  ...(event ?? []),
];

/** The groups of conditions that a statement needs for a filter. */
export const groupsOf = ({ exclusions, event }: FilterValues): ConditionGroups => ({
  hasExclusions: exclusions !== null,
  readsEvent: event !== null,
});

const orNull = (values: unknown[]): unknown[] | null => (values.some((value) => value !== null) ? values : null);

const textsOf = (values: string[] = []): string[] | null => (values.length > 0 ? values : null);

/** Those of these values that events hold themselves; null when there are none. */
async function inlineOf(
  dictionary: Dictionary,
  account: number,
  kind: DictionaryKind,
  values: string[] | null,
): Promise<string[] | null> {
  const refs = await Promise.all((values ?? []).map((value) => dictionary.find(account, kind, value)));
  return textsOf(values?.filter((_, at) => refs[at] === 'inline'));
}
