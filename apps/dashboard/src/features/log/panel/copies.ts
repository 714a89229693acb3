import { type LogState, printAddress } from '../../filters/query/address.ts';
import { inputOf } from '../../filters/query/filters.ts';
import { momentsOf } from '../../filters/query/time-range.ts';

/** The parameters of the API for what the page shows, by their names. */
export function parametersOf({ filters, time }: LogState, askedAt: number): [string, string][] {
  const asked = { ...inputOf(filters), ...momentsOf(time, askedAt) };
  return Object.entries(asked).flatMap(([name, value]): [string, string][] =>
    name.startsWith('not_') && name !== 'not_code' && Array.isArray(value)
      ? value.map((one) => [name, String(one)])
      : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
  );
}

/** A text as one word of a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A call of the API; undefined where a text holds a comma, which separates texts there. */
export function asCurl(state: LogState, { api, askedAt }: { api: string; askedAt: number }): string | undefined {
  const { not_username: users, not_object: objects, not_event_type: types } = state.filters;
  if ([users, objects, types].flat().join('').includes(',')) return undefined;
  const query = new URLSearchParams(parametersOf(state, askedAt));
  const url = `${api}/account/events${query.size === 0 ? '' : `?${query}`}`;
  return `curl -H "Authorization: Bearer $GOAL_KEY" ${quoted(url)}`;
}

/** What the page shows as a call of the tool `search_events`, for an assistant. */
export function asMcpQuestion({ filters, time }: LogState, askedAt: number): string {
  const asked = { ...inputOf(filters), ...momentsOf(time, askedAt) };
  return JSON.stringify({ name: 'search_events', arguments: asked }, null, 2);
}

/** The page with its moments fixed, so that it shows the same to whoever opens it later. */
export function fixedLink(state: LogState, { page, askedAt }: { page: string; askedAt: number }): string {
  const { from = '', to = new Date(askedAt).toISOString() } = momentsOf(state.time, askedAt);
  return `${page}${printAddress({ ...state, time: { from, to } })}`;
}
