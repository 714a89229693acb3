import { withoutLinks } from '@goal/contract';

import { maxSlackEvents, maxSlackLength } from '../figures.ts';
import type { SentEvent } from '../event-json.ts';
import { oneLine } from '../failures.ts';

/** Text for Slack, one line an event. Those beyond a message's bounds are counted at its end. */
export function slackText(events: readonly SentEvent[]): string {
  const lines: string[] = [];
  // Room for the last line.
  let left = maxSlackLength - '\n… and 1000000 more events'.length;
  for (const event of events.slice(0, maxSlackEvents)) {
    const line = escape(lineOf(event));
    if (line.length >= left) break;
    left -= line.length + 1;
    lines.push(line);
  }
  const more = events.length - lines.length;
  if (more > 0) lines.push(more === 1 ? '… and 1 more event' : `… and ${more} more events`);
  return lines.join('\n');
}

function lineOf(event: SentEvent): string {
  const who = event.username === '' ? '' : ` (${told(event.username)})`;
  const what = told(`${event.object} ${event.event_type}`);
  const mark = event.test ? '[test] ' : '';
  return `${mark}[${event.severity}] ${event.domain ?? event.site_id}: ${what}${who}: ${told(event.message)}`;
}

/** Strangers chose the text: Slack makes no link and no preview of it. */
const told = (text: string): string => withoutLinks(oneLine(text));

/** Slack reads these three as the beginning of a mention or a link. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
