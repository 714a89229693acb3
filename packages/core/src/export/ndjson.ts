import { severityName } from '../event/event.ts';
import type { Format } from './format.ts';

/** What the first line of an export says about it. */
export type ExportFacts = { scope: object; filters: object; started_at: string };

/** Any line of an export. */
export function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Lines of events, put together by hand: JSON.stringify of an object made for each takes three times as long. */
export const ndjson: Format = {
  site: (names) => `${JSON.stringify(names).slice(1)}\n`,
  event: ([id, at, receivedAt, code, userId, , severity, , , username, message], object, eventType, site) =>
    `{"id":${id},"occurred_at":"${at}","received_at":"${receivedAt}","code":${code},"severity":"${severityName(severity)}","object":${JSON.stringify(object)},` +
    `"event_type":${JSON.stringify(eventType)},"user_id":${userId},"username":${JSON.stringify(username)},"message":${JSON.stringify(message)},${site}`,
};
