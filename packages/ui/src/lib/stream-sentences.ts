import { type StreamPauser, type StreamView, streamTroubles } from '@goal/contract';

import { bidiIsolate } from './bidi-isolate.ts';
import { locale } from './locale.ts';

export const sinkNames: Readonly<Record<string, string>> = {
  webhook: 'Webhook',
  splunk: 'Splunk',
  otlp: 'OpenTelemetry',
  s3: 'Bucket (S3)',
  syslog: 'Syslog',
  mail: 'E-mail',
};

/** «Webhook, hooks.example.com»; a mail has no host. */
export function placeOfStream(type: string, host: string | null): string {
  const name = sinkNames[type] ?? type;
  return host === null ? name : `${name}, ${bidiIsolate(host)}`;
}

type Stated = Pick<
  StreamView,
  'status' | 'paused_by' | 'behind_seconds' | 'last_delivery_at' | 'failing_since' | 'last_error' | 'next_attempt_at'
>;

/** Whether a person or the service stopped it. */
export const isStopped = ({ status }: Pick<StreamView, 'status'>): boolean =>
  status === 'paused' || status === 'disabled';

/** How a stream is, in one word and in a sentence. `tone` is the colour of the word. */
export type StreamState = { word: string; tone: 'green' | 'red' | 'yellow' | 'gray'; sentence: string };

/** Why a stream rests though nobody paused it, by what the service says of it. */
const rests: ReadonlyMap<string | null, string> = new Map([
  [streamTroubles.unpaid, streamTroubles.unpaid],
  [
    streamTroubles.filterGone,
    'the site or group of its filter was deleted, so nothing matches any more. Change the filter, or delete the stream',
  ],
]);

/** Why a stream is paused, and what a resume does. */
const pauses: Readonly<Record<StreamPauser, string>> = {
  customer: 'Paused: what arrives meanwhile waits.',
  operator: 'Paused by the provider, who alone can resume it: what arrives meanwhile waits.',
  restore: 'Paused, because the database was restored. Resumed, it sends what arrives from then on.',
  failover: 'Paused, because the database failed over. Resumed, it goes on from where it stood.',
};

export function stateOfStream(stream: Stated, host: string | null, nowMs: number): StreamState {
  const { status, paused_by: by, last_error: error, failing_since: since, next_attempt_at: next } = stream;
  // The service says «the receiver answered 503»: the host is the receiver.
  const reason = error === null ? '' : `${host === null ? '' : `${bidiIsolate(host)}: `}${error}`;
  const from = since === null ? '' : ` since ${momentOf(since, nowMs)}`;
  if (status === 'paused') return { word: 'paused', tone: 'gray', sentence: pauses[by ?? 'customer'] };
  if (status === 'disabled')
    return { word: 'off', tone: 'red', sentence: sentenceOf(`Switched off, after it failed${from}`, reason) };
  if (status === 'failing') {
    const then = next === null ? '' : `; next attempt ${inWords(Date.parse(next) - nowMs)}`;
    return { word: 'failing', tone: 'red', sentence: sentenceOf(`Failing${from}`, `${reason}${then}`) };
  }
  const rest = rests.get(error);
  if (rest !== undefined) return { word: 'resting', tone: 'yellow', sentence: sentenceOf('Resting', rest) };
  return { word: 'delivering', tone: 'green', sentence: delivering(stream) };
}

const sentenceOf = (what: string, why: string): string => (why === '' ? `${what}.` : `${what}: ${why}.`);

function delivering({ behind_seconds: behind, last_delivery_at: last }: Stated): string {
  if (behind > 0) return `Delivering, ${durationOf(behind)} behind.`;
  return last === null ? 'Waiting for the first event that it sends.' : 'Delivering; nothing waits.';
}

/** «2 s», «3 minutes», «5 hours», «2 days». */
export function durationOf(seconds: number): string {
  if (seconds < 100) return `${seconds} s`;
  if (seconds < 100 * 60) return `${Math.round(seconds / 60)} minutes`;
  const hours = Math.round(seconds / 3600);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });

function inWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds <= 0) return 'at once';
  return seconds < 100 ? relative.format(seconds, 'second') : relative.format(Math.round(seconds / 60), 'minute');
}

const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** The time alone where it is of the last half day. */
const momentOf = (at: string, nowMs: number): string =>
  (nowMs - Date.parse(at) < 12 * 3_600_000 ? time : moment).format(new Date(at));
