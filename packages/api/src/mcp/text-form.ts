import type {
  AccountEvent,
  AccountEventDetail,
  AccountView,
  EventDetail,
  GroupView,
  SiteEvent,
  SiteView,
  Summary,
} from '@goal/contract';

import { untrusted, visible } from './untrusted.ts';

// The short text beside the structured content of an answer, for clients that show a model only
// text.

/** Code points kept of each text, in a list of events and in one event shown alone. */
const textMax = { list: 200, alone: 2000 };
/** The most sites or groups that a text names; the structured content holds all of them. */
const namedMax = 100;

const quoted = (text: string): string => `"${visible(text).replaceAll('"', '\\"')}"`;

export function accountText({ email, plan, is_reseller: isReseller, limits, usage, key, group }: AccountView): string {
  const bound = (value: number): string => (value === -1 ? 'no limit' : String(value));
  return [
    `Account ${visible(email)}, plan ${visible(plan)}${isReseller ? ', reseller' : ''}.`,
    group === undefined
      ? `The key ${key.prefix} reaches the whole account.`
      : `The key ${key.prefix} reaches the group ${quoted(group.name)} (${group.id}) alone; the figures are that group's.`,
    `Sites: ${usage.sites_active} active, ${usage.sites_paused} paused. Groups: ${usage.groups}.`,
    `Limits: sites ${bound(limits.sites)}, days kept ${bound(limits.retention_days)}, keys per site ${bound(limits.keys_per_site)}.`,
  ].join('\n');
}

export function sitesText({ sites, next_cursor: next }: { sites: SiteView[]; next_cursor: string }): string {
  return listed(
    { rows: sites, next },
    'site',
    ({ id, domain, name, status, retention_days: days, group_id: group, group_name: of }) =>
      [
        domain,
        ...(name === null ? [] : [quoted(name)]),
        status,
        `id ${id}`,
        ...(group === null ? [] : [`group ${quoted(of ?? '')} (${group})`]),
        `events kept ${days} days`,
      ].join(' | '),
  );
}

export function groupsText({ groups, next_cursor: next }: { groups: GroupView[]; next_cursor: string }): string {
  return listed({ rows: groups, next }, 'group', ({ id, name, external_ref: reference, site_count: sites }) =>
    [
      quoted(name),
      `id ${id}`,
      ...(reference === null ? [] : [`external_ref ${quoted(reference)}`]),
      `sites: ${sites}`,
    ].join(' | '),
  );
}

export function eventsText({ events, next_cursor: next }: { events: AccountEvent[]; next_cursor: string }): string {
  const more = next === '' ? 'Nothing further matches.' : `There may be more: ${goOn(next)}`;
  const lines = events.map((event) => {
    const { object, event_type, username, message } = event;
    return `- ${headOf(event)}\n  ${untrusted({ object, event_type, username, message }, textMax.list)}`;
  });
  return [`${counted(events.length, 'event')}${events.length > 1 ? ', newest first' : ''}. ${more}`, ...lines].join(
    '\n',
  );
}

export function eventText(event: EventDetail | AccountEventDetail): string {
  const { object, event_type, username, user_agent, session_id, post_type, post_status, message } = event;
  const texts = { object, event_type, username, user_agent, session_id, post_type, post_status, message };
  const post = event.post_id === null ? '' : ` | post_id ${event.post_id}`;
  return `${headOf(event)}${post}\n${untrusted(texts, textMax.alone)}`;
}

export function summaryText(summary: Summary): string {
  const { counts, other, matched, complete, counted_back_to: back, next_cursor: next } = summary;
  const lines = counts.map(({ events, username, object, event_type, site_name: _, ...keys }) => {
    const plain = Object.entries(keys).map(([name, value]) => `${name} ${visible(String(value))}`);
    const texts = { username: username ?? null, object: object ?? null, event_type: event_type ?? null };
    const isAny = Object.values(texts).some((text) => text !== null);
    return `- ${events}: ${plain.join(' | ')}${isAny ? ` ${untrusted(texts, textMax.list)}` : ''}`;
  });
  return [
    `${counted(matched, 'event')}${complete ? '' : `, counted back to ${back ?? ''}`}.`,
    ...(complete ? [] : [`There is more to count: ${goOn(next)}`]),
    ...lines,
    ...(other > 0 ? [`- ${other}: in none of these groups`] : []),
  ].join('\n');
}

/** The fields of an event that the service made itself; no text of a stranger is among them. */
function headOf(event: SiteEvent & Pick<AccountEvent, 'domain'> & Pick<EventDetail, 'ip'>): string {
  return [
    `id ${event.id}`,
    event.occurred_at,
    event.severity,
    `code ${event.code}`,
    `user_id ${event.user_id}`,
    ...(event.ip === undefined ? [] : [`ip ${event.ip}`]),
    ...(event.domain === undefined ? [] : [event.domain]),
  ].join(' | ');
}

const goOn = (cursor: string): string => `call again with the same arguments and cursor ${quoted(cursor)}.`;

function listed<Row>(
  { rows, next }: { rows: readonly Row[]; next: string },
  what: string,
  lineOf: (row: Row) => string,
): string {
  const rest = rows.length - namedMax;
  return [
    `${counted(rows.length, what)}.${next === '' ? '' : ` There are more: ${goOn(next)}`}`,
    ...rows.slice(0, namedMax).map((row) => `- ${lineOf(row)}`),
    ...(rest > 0 ? [`… and ${rest} more in the structured content.`] : []),
  ].join('\n');
}

const counted = (count: number, what: string): string =>
  count === 0 ? `No ${what}s` : count === 1 ? `1 ${what}` : `${count} ${what}s`;
