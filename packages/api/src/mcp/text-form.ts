import {
  visible,
  type AccountEventDetail,
  type DescribedAccount,
  type EventDetail,
  type FoundAccountEvent,
  type GroupView,
  type SiteEvent,
  type SiteView,
  type Summary,
} from '@goal/contract';

import { quoted, untrusted, untrustedText } from './untrusted.ts';

// The short text beside the structured content of an answer, for clients that show a model only
// text. Lists have one line a row.

/** Code points kept of a message, of other texts in a line, and of a text shown alone. */
const textMax = { message: 120, inLine: 60, alone: 2000 };
/** The most sites or groups that a text names; the structured content holds all of them. */
const namedMax = 100;

export function accountText(account: DescribedAccount): string {
  const { email, plan, is_reseller: isReseller, limits, usage, key, group, log } = account;
  const bound = (value: number): string => (value === -1 ? 'no limit' : String(value));
  return [
    `Account ${visible(email)}, plan ${visible(plan)}${isReseller ? ', reseller' : ''}.`,
    group === undefined
      ? `The key ${key.prefix} reaches the whole account.`
      : `The key ${key.prefix} reaches the group ${quoted(group.name)} (${group.id}) alone; the figures are that group's.`,
    `Sites: ${usage.sites_active} active, ${usage.sites_paused} paused. Groups: ${usage.groups}.`,
    `Limits: sites ${bound(limits.sites)}, days kept ${bound(limits.retention_days)}, keys per site ${bound(limits.keys_per_site)}.`,
    ...(log === undefined ? [] : [`Signed log: ${visible(log.origin)}, ${log.size} leaves.`]),
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

/** One line an event, as rulings §11.6 has it. Events of a site key have no site. */
export function eventsText(answer: {
  events: FoundAccountEvent[];
  next_cursor: string;
  searched_back_to: string | null;
}): string {
  const { events, next_cursor: next, searched_back_to: back } = answer;
  const order = events.length > 1 ? ', newest first' : '';
  const end =
    back === null ? '. Nothing further matches.' : `, searched back to ${back}. There may be more: ${goOn(next)}`;
  const lines = events.map((event) =>
    [
      `- ${event.occurred_at}`,
      ...(event.domain === undefined ? [] : [event.domain]),
      event.severity,
      `code ${event.code}`,
      userOf(event.user_id, event.username),
      ...(event.ip === undefined ? [] : [event.ip]),
      untrustedText(event.message, textMax.message),
      `id ${event.id}`,
    ].join(' | '),
  );
  return [`${counted(events.length, 'event')}${order}${end}`, ...lines].join('\n');
}

export function eventText(event: EventDetail | AccountEventDetail): string {
  const { object, event_type, username, user_agent, session_id, post_type, post_status, message } = event;
  const texts = { object, event_type, username, user_agent, session_id, post_type, post_status, message };
  const post = event.post_id === null ? '' : ` | post_id ${event.post_id}`;
  const redacted = event.redacted_at === undefined ? '' : ` | redacted at ${event.redacted_at}`;
  return `${headOf(event)}${post}${redacted}\n${untrusted(texts, textMax.alone)}`;
}

/** One line a group: its events, then its keys. */
export function summaryText(summary: Summary): string {
  const { counts, other, matched, complete, counted_back_to: back, next_cursor: next } = summary;
  return [
    `${counted(matched, 'event')}${complete ? '' : `, counted back to ${back ?? ''}`}.`,
    ...(complete ? [] : [`There is more to count: ${goOn(next)}`]),
    ...counts.map((group) => `- ${group.events}: ${keysOf(group).join(' | ')}`),
    ...(other > 0 ? [`- ${other}: in none of these groups`] : []),
  ].join('\n');
}

/** The keys of a group. A site is its domain, where the answer has it. */
function keysOf(group: Summary['counts'][number]): string[] {
  const { day, hour, severity, code, name, object, event_type: type, user_id: user, domain, site_id: site } = group;
  return [
    ...[day, hour, severity].filter((key) => key !== undefined),
    ...(code === undefined ? [] : [`code ${code}${name === undefined ? '' : ` (${name})`}`]),
    ...(object === undefined ? [] : [`object ${untrustedText(object, textMax.inLine)}`]),
    ...(type === undefined ? [] : [`event_type ${untrustedText(type, textMax.inLine)}`]),
    ...(user === undefined ? [] : [groupOfUser(user, group.username ?? '')]),
    ...(site === undefined ? [] : [domain ?? `site_id ${site}`]),
  ];
}

/** The fields of an event that the service made itself; no text of a stranger is among them. */
function headOf(event: SiteEvent & Pick<FoundAccountEvent, 'domain' | 'ip'>): string {
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

const userOf = (id: number, name: string): string =>
  `user_id ${id}${name === '' ? '' : ` ${untrustedText(name, textMax.inLine)}`}`;

/** Events without an id of a user are one group, which may hold several names (rulings §11.2). */
const groupOfUser = (id: number, name: string): string =>
  id > 0
    ? userOf(id, name)
    : `user_id 0: without an id${name === '' ? '' : `, the newest by ${untrustedText(name, textMax.inLine)}`}`;

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
