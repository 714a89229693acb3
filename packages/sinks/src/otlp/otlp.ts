import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { OtlpSink } from '@goal/contract';

import { sentEvents } from '../event-json.ts';
import { oneLine, withoutSecrets } from '../failures.ts';
import { maxBatchBytes } from '../figures.ts';
import { endingOf, pageNote, tooLarge } from '../http/outcome.ts';
import { send, type Answer } from '../http/send.ts';
import type { Batch, Ending, Means } from '../sink.ts';
import { encodeJson } from './json.ts';
import { logRequest } from './log-records.ts';
import { encodeProtobuf } from './protobuf.ts';
import { readWire, type WireField } from './wire.ts';

const zip = promisify(gzip);

/**
 * Delivers a batch to an OpenTelemetry collector. Any 2xx is a yes: OTLP says 200, and collectors
 * also answer 201, 202 or 204. Records that it rejects nevertheless are told and not sent again:
 * the specification of OTLP forbids that.
 */
export async function deliverOtlp(sink: OtlpSink, batch: Batch, means: Means): Promise<Ending> {
  const request = logRequest(batch.accountId, sentEvents(batch.events, batch.isTest));
  const isJson = sink.encoding === 'json';
  const plain = isJson ? encodeJson(request) : encodeProtobuf(request);
  if (plain.byteLength > maxBatchBytes) return tooLarge(plain.byteLength);
  const body = await zip(plain);
  const headers = {
    ...sink.headers,
    'content-type': isJson ? 'application/json' : 'application/x-protobuf',
    'content-encoding': 'gzip',
  };
  const { ca } = sink;
  const { accountId } = batch;
  const outgoing = { url: logsUrl(sink.url), method: 'POST', headers, body, ca, accountId, needsBody: false } as const;
  const answer = await send({ ...outgoing, plainBytes: plain.byteLength }, means.guard, means.signal);
  const ending = endingOf(answer, body.byteLength, means.now?.() ?? new Date());
  if (ending.outcome !== 'taken') return ending;
  const { error, said } = rejection(answer, sink, batch.events.length);
  return { ...ending, error: error ?? pageNote(answer), said };
}

/** `/v1/logs` is added to a base, which people also paste with the path of one kind of signal. */
function logsUrl(base: string): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/(\/v1\/(logs|traces|metrics))?\/*$/i, '')}/v1/logs`;
  return url.href;
}

/** Returns what came of a batch that a collector has taken, and its own words. */
function rejection({ headers, body }: Answer, sink: OtlpSink, events: number): Pick<Ending, 'error' | 'said'> {
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  const { rejected, message } = partialSuccess(body, isJson);
  const words = oneLine(withoutSecrets(message, Object.values(sink.headers)));
  const said = words === '' ? null : words;
  // A number of the collector's that is none of these events is not repeated.
  if (Number.isSafeInteger(rejected) && rejected > 0)
    return { error: `the receiver rejected ${Math.min(rejected, events)} of ${events} events`, said };
  return { error: said === null ? null : 'the receiver took it with a warning', said };
}

type PartialSuccess = { rejected: number; message: string };

/** Reads `ExportLogsServiceResponse`. An answer that cannot be read says nothing. */
function partialSuccess(body: Buffer, isJson: boolean): PartialSuccess {
  try {
    return isJson ? fromJson(JSON.parse(body.toString())) : fromProtobuf(body);
  } catch {
    return { rejected: 0, message: '' };
  }
}

function fromJson(response: unknown): PartialSuccess {
  const partial = field(response, 'partialSuccess');
  const rejected = Number(field(partial, 'rejectedLogRecords'));
  const message = field(partial, 'errorMessage');
  return { rejected, message: typeof message === 'string' ? message : '' };
}

function field(value: unknown, name: string): unknown {
  return new Map<string, unknown>(Object.entries(value ?? {})).get(name);
}

/** Numbers of fields: partial_success 1; in it rejected_log_records 1, error_message 2. */
function fromProtobuf(body: Buffer): PartialSuccess {
  const partial = find(readWire(body), 1);
  if (!Buffer.isBuffer(partial)) return { rejected: 0, message: '' };
  const fields = readWire(partial);
  const rejected = find(fields, 1);
  const message = find(fields, 2);
  return {
    rejected: typeof rejected === 'number' ? rejected : 0,
    message: Buffer.isBuffer(message) ? message.toString() : '',
  };
}

/** The last value of a field counts. */
function find(fields: readonly WireField[], number: number): WireField['value'] | undefined {
  return fields.findLast((one) => one.field === number)?.value;
}
