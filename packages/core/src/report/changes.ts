import type { Report, ReportedCode } from '@goal/contract';

import { eventCodes } from '../event/read/event-codes.ts';

/** What happens all day, and changes nothing. */
const signIns = new Set(['login', 'logout', 'failed-login']);
const settings = new Set(['system-setting', 'wp-activity-log', 'wp-2fa-settings', '2fa', 'multisite-network']);

type Section = 'users' | 'plugins' | 'settings';

/** The section of a report that a code belongs to, by what the plugin says of it. */
const sectionOf = new Map(
  eventCodes.flatMap(({ code, object, eventType }): [number, Section][] => {
    if (object === 'user') return signIns.has(eventType) ? [] : [[code, 'users']];
    if (object === 'plugin' || object === 'theme') return [[code, 'plugins']];
    return settings.has(object) || object.endsWith('_settings') ? [[code, 'settings']] : [];
  }),
);

/**
 * Those of the counted codes that say what was done to users, to plugins and themes, to settings.
 */
export function changesAmong(codes: readonly ReportedCode[]): Omit<Report['changes'], 'other'> {
  const of = (section: Section) => codes.filter(({ code }) => sectionOf.get(code) === section);
  return { users: of('users'), plugins: of('plugins'), settings: of('settings') };
}
