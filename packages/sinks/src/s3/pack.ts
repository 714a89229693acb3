import { once } from 'node:events';
import { createGzip } from 'node:zlib';

import type { AccountReceivedEvent } from '@goal/contract';

import { sentEvents } from '../event-json.ts';

/** A file that is being packed: a line of JSON for each event, zipped. */
export type Pack = {
  /** Adds events. Resolves when they are zipped, so only zipped events stay in memory. */
  add: (events: readonly AccountReceivedEvent[]) => Promise<void>;
  /** Bytes of the lines so far. */
  plainBytes: () => number;
  /** Bytes of the file so far, but for what the zip still holds back. */
  zippedBytes: () => number;
  /** Resolves to the whole file. */
  end: () => Promise<Buffer>;
  /** Gives it up. */
  drop: () => void;
};

/** Opens a file for events of one hour of arrival. `isTest` marks them as made up. */
export function openPack(isTest = false): Pack {
  const zip = createGzip();
  const parts: Buffer[] = [];
  let [plainBytes, zippedBytes] = [0, 0];
  zip.on('data', (part: Buffer) => {
    parts.push(part);
    zippedBytes += part.byteLength;
  });
  return {
    async add(events) {
      if (events.length === 0) return;
      const lines = sentEvents(events, isTest).map((event) => `${JSON.stringify(event)}\n`);
      const bytes = Buffer.from(lines.join(''));
      plainBytes += bytes.byteLength;
      if (!zip.write(bytes)) await once(zip, 'drain');
    },
    plainBytes: () => plainBytes,
    zippedBytes: () => zippedBytes,
    async end() {
      const ended = once(zip, 'end');
      zip.end();
      await ended;
      return Buffer.concat(parts);
    },
    drop: () => void zip.destroy(),
  };
}

/**
 * Returns how many events, from the first, arrived in the hour (UTC) of `receivedAt`, or of the
 * first of them: a file never crosses an hour.
 */
export function oneHour(events: readonly AccountReceivedEvent[], receivedAt = events[0]?.received_at): number {
  const hour = receivedAt === undefined ? '' : hourOf(receivedAt);
  const other = events.findIndex((event) => hourOf(event.received_at) !== hour);
  return other < 0 ? events.length : other;
}

/** `2026-11-22T10` */
function hourOf(receivedAt: string): string {
  return new Date(receivedAt).toISOString().slice(0, 'YYYY-MM-DDTHH'.length);
}
