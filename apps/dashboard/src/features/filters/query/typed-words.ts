import { severities } from '@goal/contract';

import {
  definitions,
  type FilterName,
  type Filters,
  hasOpposite,
  valueOf,
  without,
  withoutMatches,
  withValue,
} from './filters.ts';

/** A site or group that was typed by its name, which the service has to find. */
export type Named = { name: 'site' | 'group'; text: string };

export type Typed = { filters: Filters; named: Named[]; wrong: { name: string; value: string }[] };

/** How people may write a filter, beside its own name. */
const spellings: Readonly<Record<string, FilterName>> = {
  severity: 'severity',
  level: 'severity',
  code: 'code',
  not_code: 'not_code',
  user: 'username',
  username: 'username',
  not_username: 'not_username',
  user_id: 'user_id',
  ip: 'ip',
  address: 'ip',
  object: 'object',
  not_object: 'not_object',
  type: 'event_type',
  event_type: 'event_type',
  not_event_type: 'not_event_type',
  site: 'site',
  group: 'group',
};

const token = /(-?)([a-z_]+):(?:"([^"]*)"|(\S+))|(\S+)/giu;

/**
 * Reads `severity:high,critical code:4007 -type:login "a name" words`: chips are added to
 * `filters`, and everything else replaces the words of the message. A minus leaves a value out.
 */
export function readTyped(text: string, filters: Filters): Typed {
  const named: Named[] = [];
  const wrong: Typed['wrong'] = [];
  const words: string[] = [];
  let all: Filters = filters;
  for (const [whole, minus = '', key = '', quoted, plain] of text.matchAll(token)) {
    const name = spellings[key.toLowerCase()];
    const value = quoted ?? plain ?? '';
    if (name === undefined || value === '') {
      words.push(whole);
      continue;
    }
    for (const part of quoted === undefined ? value.split(',').filter(Boolean) : [value]) {
      const read = definitions[name].read(part);
      if (minus !== '' && !hasOpposite(name)) wrong.push({ name: `-${name}`, value: part });
      else if (read === undefined && (name === 'site' || name === 'group')) named.push({ name, text: part });
      else if (read === undefined) wrong.push({ name, value: part });
      else all = minus === '' ? withValue(all, name, read) : withoutMatches(all, name, read);
    }
  }
  const message = words.join(' ');
  const q = definitions.q.read(message);
  const rest = without(all, 'q');
  if (message !== '' && q === undefined) wrong.push({ name: 'q', value: message });
  return { filters: q === undefined ? rest : { ...rest, q: [q] }, named, wrong };
}

/** Words that complete what is being typed: names of filters, and severities behind theirs. */
export function completionsOf(text: string): string[] {
  const last = /\S*$/.exec(text)?.[0] ?? '';
  if (last === '') return [];
  const [, minus = '', key = '', value] = /^(-?)([a-z_]*)(?::(.*))?$/i.exec(last) ?? [];
  const before = text.slice(0, text.length - last.length);
  if (value === undefined) {
    const names = ['severity', 'code', 'site', 'group', 'user', 'user_id', 'ip', 'object', 'type'];
    return key === '' ? [] : names.filter((name) => name.startsWith(key)).map((name) => `${before}${minus}${name}:`);
  }
  if (spellings[key] !== 'severity') return [];
  return severities.filter((one) => one.startsWith(value)).map((one) => `${before}${minus}${key}:${one}`);
}

export const typedTextOf = (filters: Filters): string => valueOf(filters, 'q');
