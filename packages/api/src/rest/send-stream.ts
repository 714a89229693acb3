import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';

import { isDatabaseUnavailable } from '@goal/core';

import { ownersOf, type Context } from '../http/context.ts';
import { reserveFor } from '../http/memory.ts';
import { isRefusal } from '../refusal.ts';
import { SocketReader } from './socket-reader.ts';
import type { Stream } from '../http/streamed.ts';
import { ReaderLeft, StreamSink } from './stream-sink.ts';

/** Bytes handed over at a time. A reader that takes fewer between two looks counts as still. */
const sliceBytes = 64 * 1024;

/**
 * Sends a streamed answer as fast as its reader takes it, and tells the stream how that ended. Each
 * piece is made once the one before is handed over. Any failure, a revoked key included, breaks the
 * connection, so that the reader sees that the answer was cut off.
 */
export async function sendStream(
  req: IncomingMessage,
  res: ServerResponse,
  { streams, facts, services }: Context,
  stream: Stream,
): Promise<void> {
  res.statusCode = 200;
  for (const [name, value] of Object.entries(stream.headers)) res.setHeader(name, value);
  if (stream.zips) res.setHeader('Vary', 'Accept-Encoding');
  const zipped = stream.zips && acceptsGzip(req.headers['accept-encoding']);
  if (zipped) res.setHeader('Content-Encoding', 'gzip');
  if (streams === 'head') {
    res.end();
    return;
  }
  const reader = new SocketReader(req.socket, stream.judge);
  const memory = reserveFor(services.memory, res, ownersOf(facts));
  stream.attach?.(reader);
  const sink = new StreamSink(res, zipped ? createGzip({ level: 3 }) : undefined);
  let complete = false;
  try {
    for await (const piece of stream.bytes()) {
      memory.resize(piece.length);
      for (let at = 0; at < piece.length; at += sliceBytes) await sink.write(piece.subarray(at, at + sliceBytes));
    }
    if (stream.last !== undefined) {
      await sink.handOver();
      const last = await stream.last();
      if (last !== undefined) await sink.write(last);
    }
    await sink.end();
    complete = true;
  } catch (error) {
    // Not failures of the service: a reader that left, a revoked key, a database out of reach.
    const isExpected = res.destroyed || error instanceof ReaderLeft || isRefusal(error) || isDatabaseUnavailable(error);
    if (!isExpected) services.onFailure(error, facts);
    res.destroy();
  }
  reader.leave();
  memory.release();
  await stream.end?.(complete).catch((error: unknown) => services.onFailure(error, facts));
}

/** Whether the client accepts gzip; a weight of zero refuses it. */
function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.replaceAll(/\s/g, '').split(';'))
    .some(([name, weight = 'q=1']) => (name === 'gzip' || name === 'x-gzip') && !/^q=0(\.0*)?$/.test(weight));
}
