import type { ActionName } from './actions.ts';
import { counted, quoted, type Detail } from '../text/quoted.ts';
import type { SinkType } from '../stream/stream-sink-words.ts';

// The acts on streams (rulings §15.10), in the words of the record. Their detail holds the name of
// the stream, the type of its sink and the host, and never more.

const sinkNames: Readonly<Record<SinkType, string>> = {
  webhook: 'a webhook',
  splunk: 'Splunk',
  otlp: 'OpenTelemetry',
  s3: 'a bucket',
  syslog: 'syslog',
  mail: 'mail',
};

const streamOf = (detail: Detail): string => `the stream ${quoted(detail, 'name')}`;

function target({ type, host }: Detail): string {
  const found = Object.entries(sinkNames).find(([name]) => name === type);
  const at = typeof host === 'string' ? ` at ${host}` : '';
  return found === undefined ? '' : ` to ${found[1]}${at}`;
}

export const streamPhrases = {
  'stream.create': (detail: Detail) => `created ${streamOf(detail)}${target(detail)}`,
  'stream.delete': (detail: Detail) => `deleted ${streamOf(detail)}${target(detail)}`,
  'stream.disable': (detail: Detail) => `switched ${streamOf(detail)}${target(detail)} off, because it failed`,
  'stream.pause': (detail: Detail) => `paused ${streamOf(detail)}${target(detail)}`,
  'stream.replay': (detail: Detail) => `sends again what ${streamOf(detail)}${target(detail)} had sent`,
  'stream.resume': (detail: Detail) => `resumed ${streamOf(detail)}${target(detail)}`,
  'stream.secret': (detail: Detail) => `made a new secret for ${streamOf(detail)}${target(detail)}`,
  'stream.set_aside.retry': (detail: Detail) =>
    `tries ${counted(detail['events'], 'event', 'events')} of ${streamOf(detail)}${target(detail)} again`,
  'stream.update': (detail: Detail) => `changed ${streamOf(detail)}${target(detail)}`,
} as const satisfies Partial<Record<ActionName, (detail: Detail) => string>>;

export const streamKindNames = {
  'stream.create': 'Created a stream',
  'stream.delete': 'Deleted a stream',
  'stream.disable': 'Switched a stream off',
  'stream.pause': 'Paused a stream',
  'stream.replay': 'Sent events of a stream again',
  'stream.resume': 'Resumed a stream',
  'stream.secret': 'Made a new secret of a stream',
  'stream.set_aside.retry': 'Tried events again that were set aside',
  'stream.update': 'Changed a stream',
} as const satisfies Partial<Record<ActionName, string>>;
