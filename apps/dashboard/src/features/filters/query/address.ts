import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';

import { definitions, filterNames, type FilterName, type Filters, isFilterName, valueOf, without } from './filters.ts';
import { isRangeName, type LogTime, rangeNames, readMoment, usualRange } from './time-range.ts';

/** A part of the address that means nothing, and why. The others hold. */
export type Fault = { name: string; value: string; sentence: string };

export type LogState = {
  filters: Filters;
  time: LogTime;
  /** The event that is open; empty for none. */
  event: string;
  /** The saved view that the state began as; empty for none. */
  view: string;
  faults: readonly Fault[];
};

const others = ['range', 'from', 'to', 'event', 'view'] as const;
type Other = (typeof others)[number];
const isOther = (text: string): text is Other => others.some((name) => name === text);

/** Parameters of the frame, which are no part of the state. */
const ofFrame: ReadonlySet<string> = new Set(['dialog']);

/** Reads an address. A wrong or unknown part becomes a fault. */
export function parseAddress(params: URLSearchParams): LogState {
  const filters: Partial<Record<FilterName, string[]>> = {};
  const given: Partial<Record<Other, string>> = {};
  const faults: Fault[] = [];
  const refuse = (name: string, value: string, why: string): void => {
    faults.push({ name, value, sentence: `${name}: «${bidiIsolate(value.slice(0, 100))}» ${why}` });
  };
  for (const [name, text] of params) {
    if (ofFrame.has(name)) continue;
    if (isFilterName(name)) readFilter(name, text, filters, refuse);
    else if (!isOther(name))
      refuse(name, text, name.startsWith('-') ? 'cannot be left out' : 'is no filter of the log');
    else {
      const value = readOther(name, text);
      if (value === undefined) refuse(name, text, expectedOf[name]);
      else if (given[name] !== undefined) refuse(name, text, 'was given a second time');
      else given[name] = value;
    }
  }
  if (given.range !== undefined && (given.from !== undefined || given.to !== undefined)) {
    refuse('range', given.range, 'has no place beside two moments');
    delete given.range;
  }
  return { filters, time: timeOf(given), event: given.event ?? '', view: given.view ?? '', faults };
}

/** The state with faults in place of the site and the group whose ids are among `lost`. */
export function withoutLost(state: LogState, lost: readonly string[]): LogState {
  let { filters, faults } = state;
  for (const name of ['site', 'group'] as const) {
    const value = valueOf(filters, name);
    if (value === '' || !lost.includes(value)) continue;
    filters = without(filters, name);
    faults = [...faults, { name, value, sentence: `${name} not found` }];
  }
  return { ...state, filters, faults };
}

type Refuse = (name: string, value: string, why: string) => void;

function readFilter(name: FilterName, text: string, filters: Partial<Record<FilterName, string[]>>, refuse: Refuse) {
  const { isByComma, read, isList, expected } = definitions[name];
  for (const part of isByComma ? text.split(',') : [text]) {
    // An empty text is no filter, as in the API.
    if (part === '') continue;
    const value = read(part);
    const former = filters[name] ?? [];
    if (value === undefined) refuse(name, part, `is not ${expected}`);
    else if (!isList && former.length > 0) refuse(name, part, 'was given a second time');
    else if (!former.includes(value)) filters[name] = [...former, value];
  }
}

const expectedOf: Readonly<Record<Other, string>> = {
  range: `is not one of ${rangeNames.join(', ')}`,
  from: 'is no time such as 2026-01-31T12:00:00Z',
  to: 'is no time such as 2026-01-31T12:00:00Z',
  event: 'is no id of an event',
  view: 'is no view',
};

function readOther(name: Other, text: string): string | undefined {
  if (name === 'range') return isRangeName(text) ? text : undefined;
  if (name === 'from' || name === 'to') return readMoment(text);
  if (name === 'event') return /^[1-9]\d{0,15}$/.test(text) ? text : undefined;
  return /^[\w-]{1,64}$/.test(text) ? text : undefined;
}

function timeOf({ range, from, to }: Partial<Record<Other, string>>): LogTime {
  if (from !== undefined || to !== undefined) return { from: from ?? '', to: to ?? '' };
  return { range: range !== undefined && isRangeName(range) ? range : usualRange };
}

/** The query of the address of a state, from `?` on; empty for the usual state. */
export function printAddress({ filters, time, event, view, faults }: LogState): string {
  const params = new URLSearchParams();
  for (const name of filterNames) {
    const values = filters[name] ?? [];
    for (const value of definitions[name].isByComma ? [values.join(',')] : values) {
      if (value !== '') params.append(name, value);
    }
  }
  if ('range' in time) {
    if (time.range !== usualRange) params.append('range', time.range);
  } else {
    if (time.from !== '') params.append('from', time.from);
    if (time.to !== '') params.append('to', time.to);
  }
  if (view !== '') params.append('view', view);
  if (event !== '') params.append('event', event);
  for (const { name, value } of faults) params.append(name, value);
  return params.size === 0 ? '' : `?${readable(params)}`;
}

/** The query that a saved view keeps: filters and time alone. */
export const queryOf = (state: LogState): string =>
  printAddress({ ...state, event: '', view: '', faults: [] }).slice(1);

/** Commas, colons and slashes mean nothing in a query, and links are read by people. */
const readable = (params: URLSearchParams): string =>
  String(params).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/');

export const usualState: LogState = parseAddress(new URLSearchParams());
