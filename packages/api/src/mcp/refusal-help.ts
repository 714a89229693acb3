import {
  errorCatalogue,
  severities,
  summaryKeys,
  type accountEventsSearch,
  type accountSummaryQuery,
  type eventPath,
  type groupsSearch,
  type sitesSearch,
} from '@goal/contract';
import type { z } from 'zod';

type ArgumentsOf<Shape extends z.ZodType> = keyof z.input<Shape>;

/** Every argument that a tool takes. */
type Argument =
  | ArgumentsOf<typeof accountEventsSearch>
  | ArgumentsOf<typeof accountSummaryQuery>
  | ArgumentsOf<typeof sitesSearch>
  | ArgumentsOf<typeof groupsSearch>
  | ArgumentsOf<typeof eventPath>;

const texts = 'takes a list of at most 100 texts';
const oneText = 'takes one text';
const time = 'takes ISO 8601';

/**
 * The values of each argument, for a model that has to mend a call (rulings §11.6). Every sentence
 * that arguments can bring about names its argument, except `not found`.
 */
const takes: Readonly<Record<Argument, string>> = {
  site_id: 'site_id takes an id of list_sites',
  group_id: 'group_id takes an id of list_groups',
  limit: 'limit takes a whole number from 1 to 200; a summary by day or hour has fewer groups in a shorter range',
  from: `from ${time}`,
  to: `to ${time}`,
  code: 'code takes a list of at most 100 whole numbers, such as [4007]',
  not_code: 'not_code takes a list of at most 100 whole numbers, such as [1000]',
  user_id: 'user_id takes a whole number; a name goes into username',
  username: `username ${oneText}, the whole name`,
  not_username: `not_username ${texts}`,
  ip: 'ip takes an address, or a network such as 203.0.113.0/24 (at least /8, for IPv6 /16)',
  object: `object ${oneText}, such as user`,
  not_object: `not_object ${texts}`,
  event_type: `event_type ${oneText}, such as deleted`,
  not_event_type: `not_event_type ${texts}`,
  severity: `severity takes a list of ${severities.join(', ')}`,
  q: 'q takes words in one text, at most 500 characters and 16 words',
  cursor: 'cursor takes the next_cursor of an answer of the same tool, unchanged; without it the first page comes',
  by: `by takes one or two of ${summaryKeys.join(', ')}, separated by a comma; from and to may be 400 days apart with day, 31 with hour`,
  tz: 'tz takes a name of the IANA list, such as Europe/Berlin',
  external_ref: `external_ref ${oneText} of at most 200 characters`,
  id: 'id takes the id of an event that search_events finds with this key',
};
const all: ReadonlyMap<string, string> = new Map(Object.entries(takes));

/** Arguments that may name something that the key does not reach. */
const ids: readonly Argument[] = ['site_id', 'group_id', 'id'];

/** How to mend a call that was refused with this sentence; undefined for other sentences. */
export function helpOf(sentence: string, isArgument: (name: string) => boolean): string | undefined {
  if (sentence === errorCatalogue.not_found.message)
    return ids
      .filter(isArgument)
      .map((id) => takes[id])
      .join(', ');
  const [, invalid, wrongType] = /^invalid (\w+)$|^(\w+) (?:must be a string|too long)$/.exec(sentence) ?? [];
  return all.get(invalid ?? wrongType ?? '');
}
