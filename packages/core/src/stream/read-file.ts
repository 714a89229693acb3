import type { PackedFile, Place } from './stream-batch.ts';
import { lostOf, placeOf, type InTurn, type LostPosition, type ReadBatch, type Reader } from './stream-reader.ts';

/**
 * Where a file of the object store ends: bytes of its lines, and of its zipped form, which is what
 * a process keeps in memory of it. 32 batches at a time are at most 256 MiB, and a tenth of that
 * with ordinary events.
 */
const fileBytes = { plain: 64 * 1024 * 1024, zipped: 8 * 1024 * 1024 };
/** Events that are read and zipped at a time. */
const stepEvents = 1000;
/** A file whose events are far apart in the tail ends after this time, in milliseconds. */
const readMs = 20_000;

/** Seconds between two looks at a file that grows fast. */
const minWait = 5;

/**
 * How long a file with room for more waits: until its minutes are over, or until it is full if
 * events go on coming as they did.
 */
export function secondsToWait(
  { receivedAt, plainBytes }: { receivedAt: string; plainBytes: number },
  minutes: number,
): number {
  const age = Math.max(0, (Date.now() - Date.parse(receivedAt)) / 1000);
  const rest = minutes * 60 - age;
  const untilFull = (age * (fileBytes.plain - plainBytes)) / plainBytes;
  return rest <= 0 ? 0 : Math.min(rest, Math.max(minWait, untilFull));
}

/**
 * Reads the next file of the object store, of one hour of arrival, and packs it step by step: only
 * zipped events stay in memory. A repeat begins at the same event, so it has the same name.
 */
export async function readFile(
  { from, isFilterGone, read, show }: Reader,
  inTurn: InTurn,
  maxEvents: number,
): Promise<ReadBatch | LostPosition> {
  const nothing = (place: Place, atEnd: boolean): ReadBatch => ({
    events: [],
    behind: () => place,
    to: place,
    others: 0,
    isAtEnd: atEnd,
    isFilterGone,
  });
  const { oneHour, openPack } = await import('@goal/sinks');
  const began = performance.now();
  const pack = openPack();
  let [to, isAtEnd, isFull] = [from, false, false];
  let file: Omit<PackedFile, 'body'> | undefined;
  try {
    while (!isAtEnd && !isFull) {
      const after = to;
      const limit = Math.min(stepEvents, maxEvents - (file?.events ?? 0));
      const { found, shown } = await inTurn(async () => {
        const rows = await read(after, limit);
        return { found: rows, shown: rows.expired ? [] : await show(rows) };
      });
      const lost = lostOf(after, found);
      if (lost !== undefined) return lost;
      const [first] = shown;
      if (first !== undefined)
        file ??= {
          start: { seq: found.commitOf(found.rows.findIndex(([id]) => id === first.id)), eventId: first.id },
          receivedAt: first.received_at,
          lastId: first.id,
          events: 0,
        };
      // Nothing matched: the next round reads on.
      if (file === undefined) return nothing(placeOf(found.position), found.isAtEnd);
      const taken = shown.slice(0, oneHour(shown, file.receivedAt));
      await pack.add(taken);
      const last = taken.at(-1);
      if (last !== undefined) file = { ...file, lastId: last.id, events: file.events + taken.length };
      ({ position: to, isAtEnd } = found);
      if (taken.length < shown.length) {
        isAtEnd = false;
        isFull = true;
        if (last === undefined) to = after;
        else to = found.behindRows(found.rows.findIndex(([id]) => id === last.id) + 1);
      }
      isFull ||= file.events >= maxEvents || performance.now() - began > readMs;
      isFull ||= pack.plainBytes() >= fileBytes.plain || pack.zippedBytes() >= fileBytes.zipped;
    }
    const end = nothing(placeOf(to), isAtEnd);
    if (file === undefined) return end;
    return { ...end, file: { ...file, plainBytes: pack.plainBytes(), body: await pack.end() } };
  } finally {
    pack.drop();
  }
}
