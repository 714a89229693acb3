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
  /** Resolves to the whole file. */
  end: () => Promise<Buffer>;
};

/** Opens a file for events of one hour of arrival. `isTest` marks them as made up. */
export function openPack(isTest = false): Pack {
  const zip = createGzip();
  const parts: Buffer[] = [];
  zip.on('data', (part: Buffer) => parts.push(part));
  let plainBytes = 0;
  return {
    async add(events) {
      if (events.length === 0) return;
      const lines = sentEvents(events, isTest).map((event) => `${JSON.stringify(event)}\n`);
      const bytes = Buffer.from(lines.join(''));
      plainBytes += bytes.byteLength;
      if (!zip.write(bytes)) await once(zip, 'drain');
    },
    plainBytes: () => plainBytes,
    async end() {
      const ended = once(zip, 'end');
      zip.end();
      await ended;
      return Buffer.concat(parts);
    },
  };
}

/**
 * Returns how many events, from the first, arrived in the same hour (UTC): a file never crosses an
 * hour.
 */
export function oneHour(events: readonly AccountReceivedEvent[]): number {
  const hour = events[0] === undefined ? '' : hourOf(events[0].received_at);
  const other = events.findIndex((event) => hourOf(event.received_at) !== hour);
  return other < 0 ? events.length : other;
}

/** `2026-11-22T10` */
function hourOf(receivedAt: string): string {
  return new Date(receivedAt).toISOString().slice(0, 'YYYY-MM-DDTHH'.length);
}
