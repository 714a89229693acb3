import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import type { ExportFormat } from '@goal/contract';
import { isUnavailable, type EventExport } from '@goal/core';

import type { Context } from '../context.ts';
import { isRefusal } from '../refusal.ts';

const types: Record<ExportFormat, string> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

/**
 * Sends an export that was started, as fast as its reader takes it, and tells it how it ended. What goes wrong from here on breaks the connection:
 * that is how a reader sees that it was cut off.
 */
export async function sendExport(
  req: IncomingMessage,
  res: ServerResponse,
  { streams, facts, services }: Context,
  events: EventExport,
): Promise<void> {
  const zipped = acceptsGzip(req.headers['accept-encoding']);
  res.statusCode = 200;
  res.setHeader('Content-Type', types[events.format]);
  res.setHeader('Content-Disposition', `attachment; filename="events.${events.format}"`);
  res.setHeader('Vary', 'Accept-Encoding');
  if (zipped) res.setHeader('Content-Encoding', 'gzip');
  if (streams === 'head') {
    res.end();
    return;
  }
  let complete = false;
  try {
    const bytes = Readable.from(events.bytes());
    await (zipped ? pipeline(bytes, createGzip({ level: 3 }), res) : pipeline(bytes, res));
    complete = true;
  } catch (error) {
    // A reader that has gone, a key that was revoked and a database out of reach are no failures of ours.
    if (!res.destroyed && !isRefusal(error) && !isUnavailable(error)) services.onFailure(error, facts);
    res.destroy();
  }
  await events.end(complete).catch((error: unknown) => services.onFailure(error, facts));
}

/** Whether gzip is among the encodings that the client takes, and not refused by a weight of zero. */
function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.replaceAll(/\s/g, '').split(';'))
    .some(([name, weight = 'q=1']) => (name === 'gzip' || name === 'x-gzip') && !/^q=0(\.0*)?$/.test(weight));
}
