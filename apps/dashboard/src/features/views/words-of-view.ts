import { parseAddress } from '../filters/query/address.ts';
import { shortMoment } from '../filters/query/clock.ts';
import { chipsOf, definitions, valueOf } from '../filters/query/filters.ts';
import { type LogTime, ranges } from '../filters/query/time-range.ts';

type Reader = { isUtc: boolean; nowMs: number };

/** What a view shows, in words: its time and its filters. Sites and groups are not named. */
export function wordsOfView(query: string, reader: Reader): string {
  const { filters, time } = parseAddress(new URLSearchParams(query));
  const words = valueOf(filters, 'q');
  return [
    wordsOfTime(time, reader),
    ...(words === '' ? [] : [`message: ${words}`]),
    ...chipsOf(filters).map(({ name, value }) =>
      name === 'site' || name === 'group' ? `one ${name}` : `${definitions[name].label}: ${value}`,
    ),
  ].join(' · ');
}

function wordsOfTime(time: LogTime, { isUtc, nowMs }: Reader): string {
  if ('range' in time) return ranges[time.range].label;
  const moment = (at: string, open: string): string =>
    at === '' ? open : shortMoment(Date.parse(at), { isUtc }, nowMs);
  return `${moment(time.from, 'the beginning')} – ${moment(time.to, 'now')}`;
}
