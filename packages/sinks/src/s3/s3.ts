import { createHash } from 'node:crypto';

import type { S3Sink } from '@goal/contract';
import aws4 from 'aws4';

import { objectRequestMs } from '../figures.ts';
import { later, sentenceOf } from '../http/outcome.ts';
import { send, type Answer } from '../http/send.ts';
import type { Batch, Ending, Means } from '../sink.ts';
import { checkpointKey, eventsKey, objectUrl } from './names.ts';
import { openPack } from './pack.ts';

/** Events that are made into lines at once. */
const linesAtOnce = 1_000;

/** A file of events that is packed already (`openPack`). */
export type ObjectBatch = Omit<Batch, 'events' | 'id' | 'signing'> & {
  /** When its first event arrived. */
  receivedAt: string;
  body: Buffer;
};

/** Packs a batch and puts it as one object. */
export async function deliverS3(sink: S3Sink, batch: Batch, means: Means): Promise<Ending> {
  const { events, isTest } = batch;
  const pack = openPack(isTest);
  for (let from = 0; from < events.length; from += linesAtOnce) await pack.add(events.slice(from, from + linesAtOnce));
  const now = means.now?.() ?? new Date();
  const receivedAt = events[0]?.received_at ?? now.toISOString();
  return deliverPacked(sink, { ...batch, receivedAt, body: await pack.end() }, means);
}

/** Puts a packed file as one object, and after it the checkpoint of the log, where there is one. */
export async function deliverPacked(sink: S3Sink, object: ObjectBatch, means: Means): Promise<Ending> {
  const { accountId, body, log } = object;
  const key = eventsKey(sink.prefix, object);
  const ending = await put(sink, { key, type: 'application/gzip', body, accountId }, means);
  if (ending.outcome !== 'taken' || !log) return ending;
  const checkpoint = Buffer.from(log.checkpoint);
  const place = checkpointKey(sink.prefix, accountId, log.size);
  return put(sink, { key: place, type: 'text/plain; charset=utf-8', body: checkpoint, accountId }, means);
}

type Put = { key: string; type: string; body: Buffer; accountId: string };

async function put(sink: S3Sink, { key, type, body, accountId }: Put, means: Means): Promise<Ending> {
  const now = means.now?.() ?? new Date();
  const url = objectUrl(sink, key);
  const headers = signedHeaders(sink, { url, type, body, now });
  const outgoing = { url: url.href, method: 'PUT', headers, body, ca: null, accountId, needsBody: false } as const;
  const answer = await send({ ...outgoing, timeLimitMs: objectRequestMs }, means.guard, means.signal);
  return judge(answer, body.byteLength, now);
}

/** Returns the headers of a PUT with its signature (AWS Signature Version 4). */
export function signedHeaders(
  { region, access_key_id: accessKeyId, secret_access_key: secretAccessKey }: S3Sink,
  { url, type, body, now }: { url: URL; type: string; body: Buffer; now: Date },
): Record<string, string> {
  const headers = {
    host: url.host,
    'content-type': type,
    'content-length': String(body.byteLength),
    'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    'x-amz-date': now.toISOString().replace(/[:-]|\.\d{3}/g, ''),
  };
  const request = { service: 's3', region, method: 'PUT', host: url.host, path: url.pathname, headers };
  const signed = aws4.sign(request, { accessKeyId, secretAccessKey });
  return { ...headers, authorization: String(signed.headers?.['Authorization']) };
}

function judge(answer: Answer, bytes: number, now: Date): Ending {
  const { status } = answer;
  // The code names the kind of the error; the message would hold names and more.
  const code = /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(answer.body.toString())?.[1];
  // S3 answers a PUT with 200 and no body, other stores with 201 or 204. S3 documents an error
  // behind a 200 for copies and for the end of uploads in parts; here it is no yes either.
  if (status >= 200 && status < 300 && code === undefined)
    return { status, error: null, said: null, bytes, outcome: 'taken' };
  const error = `${sentenceOf(status)}${status < 300 ? ' with an error' : ''}`;
  const of = { status, error, said: code ?? null, bytes };
  // Other refusals are about the bucket, the key or the clock, so smaller files would not help.
  if (status === 413 || code === 'EntityTooLarge') return { ...of, outcome: 'refused' };
  return { ...of, ...later(answer, now) };
}
