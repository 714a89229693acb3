import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { SplunkSink } from '@goal/contract';

import { sentEvents, type SentEvent } from '../event-json.ts';
import { SinkFailure, oneLine } from '../failures.ts';
import { ackEveryMs, ackLimitMs, maxBatchBytes } from '../figures.ts';
import { endingOf, later, pageNote, sentenceOf, tooLarge } from '../http/outcome.ts';
import { send, type Answer, type Outgoing } from '../http/send.ts';
import type { Batch, Ending, Means } from '../sink.ts';
import { readAnswer, type Said } from './answer.ts';

const zip = promisify(gzip);

/** Endpoints of the collector, which people paste with its address. */
const pastedPath = /(\/services\/collector|^)(\/(event|raw|ack|health)(\/1\.0)?)?$/i;
/** Codes of the collector about the events: no data, bad format, event missing or blank, fields. */
const refusals = new Set([5, 6, 12, 13, 15]);

/** Speed of the questions for an acknowledgement; tests are faster. */
export type AckPace = { everyMs: number; limitMs: number };
const usualPace: AckPace = { everyMs: ackEveryMs, limitMs: ackLimitMs };

/**
 * Delivers a batch to Splunk's HTTP Event Collector. A yes is a 2xx with code 0, or without a code,
 * as programs answer that speak its form; where the token demands acknowledgements, it is the
 * acknowledgement as well.
 */
export async function deliverSplunk(
  sink: SplunkSink,
  batch: Batch,
  means: Means,
  pace: AckPace = usualPace,
): Promise<Ending> {
  const plain = Buffer.from(
    sentEvents(batch.events, batch.isTest)
      .map((event) => JSON.stringify(formOf(sink, event)))
      .join('\n'),
  );
  if (plain.byteLength > maxBatchBytes) return tooLarge(plain.byteLength);
  const body = await zip(plain);
  const headers = { 'content-encoding': 'gzip' };
  const asked = { path: '/services/collector/event', headers, body, plainBytes: plain.byteLength };
  const answer = await ask(sink, batch, means, asked);
  const said = readAnswer(answer, [sink.token]);
  const ending = judge(answer, said, body.byteLength, means.now?.() ?? new Date());
  if (ending.outcome !== 'taken' || said.ackId === undefined) return ending;
  if (await isAcknowledged(sink, batch, means, said.ackId, pace)) return ending;
  const seconds = pace.limitMs / 1_000;
  return { ...ending, outcome: 'failed', error: `the receiver acknowledged nothing within ${seconds} s` };
}

function formOf({ sourcetype, index }: SplunkSink, event: SentEvent): object {
  const time = Date.parse(event.occurred_at) / 1_000;
  const host = event.domain ?? event.site_id;
  return { time, host, source: 'goal', sourcetype, ...(index !== null && { index }), event };
}

function judge(answer: Answer, { code, text, invalidEvent }: Said, bytes: number, now: Date): Ending {
  const byStatus = endingOf(answer, bytes, now);
  const { status } = answer;
  if (status >= 300 && status < 400) return byStatus;
  if (byStatus.outcome === 'taken' && (code ?? 0) === 0) return { ...byStatus, error: pageNote(answer) };
  const which = invalidEvent === undefined ? '' : ` (event ${invalidEvent + 1} of the batch)`;
  const said = text === undefined ? null : oneLine(`${text}${which}`);
  const error = `${sentenceOf(status)}${byStatus.outcome === 'taken' ? ', not as Splunk takes events' : ''}`;
  if (code !== undefined && refusals.has(code)) return { status, error, said, bytes, outcome: 'refused' };
  // Every other code is about settings or the collector itself, so halves would not help.
  if (code !== undefined && status !== 413) return { ...byStatus, ...later(answer, now), error, said };
  return { ...byStatus, error, said };
}

/** Asks until the batch is acknowledged. A question that fails is asked again. */
async function isAcknowledged(
  sink: SplunkSink,
  batch: Batch,
  means: Means,
  ackId: number,
  pace: AckPace,
): Promise<boolean> {
  const body = Buffer.from(JSON.stringify({ acks: [ackId] }));
  const endsAt = Date.now() + pace.limitMs;
  while (Date.now() < endsAt) {
    await pause(pace.everyMs, means.signal);
    const path = `/services/collector/ack?channel=${batch.streamId}`;
    const answer = await ask(sink, batch, means, { path, headers: {}, body }).catch(() => undefined);
    if (answer?.status === 200 && readAnswer(answer, [sink.token]).acks.has(ackId)) return true;
  }
  return false;
}

function ask(
  sink: SplunkSink,
  { streamId, accountId }: Batch,
  means: Means,
  { path, headers, ...content }: Pick<Outgoing, 'headers' | 'body' | 'plainBytes'> & { path: string },
): Promise<Answer> {
  const base = new URL(sink.url);
  const outgoing: Outgoing = {
    url: `${base.origin}${base.pathname.replace(/\/+$/, '').replace(pastedPath, '')}${path}`,
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Splunk ${sink.token}`,
      'content-type': 'application/json',
      // Asked for where the token demands acknowledgements, harmless elsewhere.
      'x-splunk-request-channel': streamId,
    },
    ...content,
    ca: sink.ca,
    accountId,
    needsBody: true,
  };
  return send(outgoing, means.guard, means.signal);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new SinkFailure('stopped'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });
}
