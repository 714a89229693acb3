import type { AccountReceivedEvent } from '@goal/contract';
import type { Pack } from '@goal/sinks';

import type { TailPosition } from '../../tail/position.ts';
import type { PackedFile, Place } from '../place/stream-batch.ts';
import { lostOf, placeOf, type InTurn, type LostPosition, type ReadBatch, type StreamReader } from './stream-reader.ts';

/**
 * A file's end: bytes of lines, and zipped, as memory holds it. 32 batches at a time are at most
 * 256 MiB, a tenth with ordinary events.
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

/** Whether a place in the tail is at another or behind it. */
const isAtOrBehind = (place: Place, other: Place): boolean =>
  place.seq > other.seq || (place.seq === other.seq && place.eventId >= other.eventId);

type FileStep = {
  events: AccountReceivedEvent[];
  position: TailPosition;
  isAtEnd: boolean;
  /** It reaches the end that the file has to have. */
  isWhole: boolean;
  commitOf: (event: AccountReceivedEvent) => number;
  behind: (event: AccountReceivedEvent) => TailPosition;
};

/** Reads the next events, but none behind `end`. */
async function readStep(
  { read, show }: StreamReader,
  { after, limit, end }: { after: TailPosition; limit: number; end: Place | undefined },
): Promise<FileStep | LostPosition> {
  const found = await read(after, limit);
  const lost = lostOf(after, found);
  if (lost !== undefined) return lost;
  const shown = await show(found);
  const rowOf = ({ id }: AccountReceivedEvent): number => found.rows.findIndex(([of]) => of === id);
  const commitOf = (event: AccountReceivedEvent): number => found.commitOf(rowOf(event));
  const behind = (event: AccountReceivedEvent): TailPosition => found.behindRows(rowOf(event) + 1);
  const { position, isAtEnd } = found;
  if (end === undefined || !isAtOrBehind(placeOf(position), end))
    return { events: shown, position, isAtEnd, isWhole: false, commitOf, behind };
  const events = shown.filter((event) => isAtOrBehind(end, { seq: commitOf(event) - 1, eventId: event.id }));
  const last = { ...position, seq: end.seq, id: end.eventId };
  return { events, position: last, isAtEnd: false, isWhole: true, commitOf, behind };
}

/**
 * Reads the next file of the object store, of one hour of arrival, and packs it step by step: only
 * zipped events stay in memory. A repeat begins at the same event, so it has the same name. `end`
 * is where the file ended when it was put before; its repeat ends there too. An end that the reader
 * has passed is that of an older file.
 */
export async function readFile(
  reader: StreamReader,
  inTurn: InTurn,
  { maxEvents, end: former }: { maxEvents: number; end: Place | undefined },
): Promise<ReadBatch | LostPosition> {
  const { scope, from, isFilterGone } = reader;
  const end = former === undefined || isAtOrBehind(placeOf(from), former) ? undefined : former;
  const nothing = (place: Place, atEnd: boolean): ReadBatch => ({
    events: [],
    behind: () => place,
    to: place,
    others: 0,
    isAtEnd: atEnd,
    isCut: false,
    scope,
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
      const step = await inTurn(() => readStep(reader, { after, limit, end }));
      if ('lost' in step) return step;
      const [first] = step.events;
      if (first !== undefined)
        file ??= {
          start: { seq: step.commitOf(first), eventId: first.id },
          receivedAt: first.received_at,
          lastId: first.id,
          events: 0,
        };
      // Nothing matched: the next round reads on.
      if (file === undefined) return nothing(placeOf(step.position), step.isAtEnd);
      const taken = step.events.slice(0, oneHour(step.events, file.receivedAt));
      await pack.add(taken);
      const last = taken.at(-1);
      if (last !== undefined) file = { ...file, lastId: last.id, events: file.events + taken.length };
      ({ position: to, isAtEnd, isWhole: isFull } = step);
      if (taken.length < step.events.length) {
        isAtEnd = false;
        isFull = true;
        to = last === undefined ? after : step.behind(last);
      }
      isFull ||= file.events >= maxEvents;
      // A repeat holds what the file held, whatever it takes.
      if (end === undefined) isFull ||= performance.now() - began > readMs || isLarge(pack);
    }
    const read = nothing(placeOf(to), isAtEnd);
    if (file === undefined) return read;
    return { ...read, file: { ...file, plainBytes: pack.plainBytes(), body: await pack.end() } };
  } finally {
    pack.drop();
  }
}

const isLarge = ({ plainBytes, zippedBytes }: Pack): boolean =>
  plainBytes() >= fileBytes.plain || zippedBytes() >= fileBytes.zipped;
