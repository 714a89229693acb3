import {
  cleanText,
  codePoints,
  isUuid,
  limits,
  parseDecimal,
  parseNetwork,
  severities,
  type Severity,
  withoutSecrets,
} from '@goal/contract';

type Definition = {
  label: string;
  isList: boolean;
  /** Whether one parameter of the address holds all values, separated by commas. */
  isByComma: boolean;
  /** The value in its one spelling; undefined if it is none. */
  read: (text: string) => string | undefined;
  /** What a value is, for the sentence about a wrong one. */
  expected: string;
};

function number(text: string): string | undefined {
  const value = parseDecimal(text.trim());
  return value === undefined || value < 0 ? undefined : String(value);
}
const severity = (text: string): string | undefined => severities.find((name) => name === text.trim().toLowerCase());
const id = (text: string): string | undefined => (isUuid(text.trim()) ? text.trim().toLowerCase() : undefined);
const network = (text: string): string | undefined => parseNetwork(text.trim());
const name = (text: string): string | undefined => (text === '' ? undefined : cleanText(text));

/** Words of a message. A pasted key leaves nothing but its prefix in the address. */
function words(text: string): string | undefined {
  const clean = cleanText(withoutSecrets(text)).trim().replaceAll(/\s+/gu, ' ');
  const isShort = codePoints(clean) <= limits.queryLength && clean.split(' ').length <= limits.queryWords;
  return clean !== '' && isShort ? clean : undefined;
}

const one = { isList: false, isByComma: false };
const numbers = { isList: true, isByComma: true, read: number, expected: 'a whole number' };
const names = { isList: true, isByComma: false, read: name, expected: 'a text' };

/** The filters of the API (rulings §11.4), in the order in which the address has them. */
export const definitions = {
  q: {
    ...one,
    label: 'message',
    read: words,
    expected: `at most ${limits.queryLength} characters and ${limits.queryWords} words`,
  },
  severity: { isList: true, isByComma: true, label: 'severity', read: severity, expected: severities.join(', ') },
  site: { ...one, label: 'site', read: id, expected: 'one of your sites' },
  group: { ...one, label: 'group', read: id, expected: 'one of your groups' },
  code: { ...numbers, label: 'code' },
  not_code: { ...numbers, label: 'not code' },
  user_id: { ...one, label: 'user id', read: number, expected: 'a whole number' },
  username: { ...one, label: 'user', read: name, expected: 'a name' },
  not_username: { ...names, label: 'not user' },
  ip: { ...one, label: 'address', read: network, expected: 'an address, or a network such as 203.0.113.0/24' },
  object: { ...one, label: 'object', read: name, expected: 'a text' },
  not_object: { ...names, label: 'not object' },
  event_type: { ...one, label: 'type', read: name, expected: 'a text' },
  not_event_type: { ...names, label: 'not type' },
} as const satisfies Readonly<Record<string, Definition>>;

export type FilterName = keyof typeof definitions;
export const filterNames = Object.keys(definitions) as FilterName[]; // the keys of a literal

export const isFilterName = (text: string): text is FilterName => Object.hasOwn(definitions, text);

/** The values of each filter that is set, each in its one spelling. */
export type Filters = Readonly<Partial<Record<FilterName, readonly string[]>>>;

/** The one value of a filter that has no list; empty if it is not set. */
export const valueOf = (filters: Filters, of: FilterName): string => filters[of]?.[0] ?? '';

/** The filter with the values that another one leaves out, where the API has one. */
const opposites: Readonly<Partial<Record<FilterName, FilterName>>> = {
  code: 'not_code',
  username: 'not_username',
  object: 'not_object',
  event_type: 'not_event_type',
};

export const hasOpposite = (of: FilterName): boolean => of === 'severity' || opposites[of] !== undefined;

/** How a value is narrowed to: by its opposite, with the site and the name of its user. */
export type Narrowing = { isOpposite?: boolean; site?: string; username?: string };

/**
 * What a click on a value does: shows its events alone, or with `isOpposite` all others. The API
 * leaves users out by their names alone, so the opposite of a user id is that of the name; a value
 * without an opposite leaves the filters as they are.
 */
export function narrowed(
  filters: Filters,
  of: FilterName,
  value: string,
  { isOpposite = false, site, username = '' }: Narrowing = {},
): Filters {
  if (isOpposite) {
    if (of !== 'user_id') return hasOpposite(of) ? withoutMatches(filters, of, value) : filters;
    return username === '' ? filters : withoutMatches(without(filters, of, value), 'username', username);
  }
  const narrow = withValue(filters, of, value);
  // A person of one site is nobody on another.
  return site === undefined ? narrow : withValue(without(narrow, 'username'), 'site', site);
}

/** Adds a value. A filter without a list takes it in place of the former one. */
export function withValue(filters: Filters, of: FilterName, value: string): Filters {
  const { [of]: former = [], ...others } = without(filters, opposites[of], value);
  if (former.includes(value)) return { ...others, [of]: former };
  return { ...others, [of]: definitions[of].isList ? [...former, value] : [value] };
}

/** Leaves a value out: by the filter's opposite, or of severities by asking for the others. */
export function withoutMatches(filters: Filters, of: FilterName, value: string): Filters {
  if (of === 'severity') {
    const shown: readonly string[] = filters.severity ?? severities;
    const others = shown.filter((one) => one !== value);
    return { ...filters, severity: others.length === 0 ? severities.filter((one) => one !== value) : others };
  }
  const opposite = opposites[of];
  return opposite === undefined ? filters : withValue(without(filters, of, value), opposite, value);
}

/** Takes a value away, or all values of a filter. */
export function without(filters: Filters, of: FilterName | undefined, value?: string): Filters {
  if (of === undefined) return filters;
  const { [of]: former = [], ...others } = filters;
  const left = value === undefined ? [] : former.filter((one) => one !== value);
  return left.length === 0 ? others : { ...others, [of]: left };
}

export type Chip = { name: FilterName; value: string };

/** The chips in the order of the address. The words of a message have a field of their own. */
export const chipsOf = (filters: Filters): Chip[] =>
  filterNames.filter((name) => name !== 'q').flatMap((name) => (filters[name] ?? []).map((value) => ({ name, value })));

const numbersOf = (values: readonly string[] | undefined): number[] | undefined => values?.map(Number);

export function inputOf(filters: Filters) {
  const {
    q,
    severity: levels,
    site,
    group,
    code,
    not_code,
    user_id,
    username,
    ip,
    object,
    event_type,
    ...nots
  } = filters;
  const given = {
    site_id: site?.[0],
    group_id: group?.[0],
    code: numbersOf(code),
    not_code: numbersOf(not_code),
    user_id: numbersOf(user_id)?.[0],
    username: username?.[0],
    ip: ip?.[0],
    object: object?.[0],
    event_type: event_type?.[0],
    // `read` accepts nothing else.
    severity: levels as Severity[] | undefined,
    q: q?.[0],
  };
  const lists = Object.entries(nots).map(([key, values]) => [key, [...values]] as const);
  return { ...withoutUndefined(given), ...Object.fromEntries(lists) } as Input;
}

type Input = {
  site_id?: string;
  group_id?: string;
  code?: number[];
  not_code?: number[];
  user_id?: number;
  username?: string;
  not_username?: string[];
  ip?: string;
  object?: string;
  not_object?: string[];
  event_type?: string;
  not_event_type?: string[];
  severity?: Severity[];
  q?: string;
};

const withoutUndefined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
