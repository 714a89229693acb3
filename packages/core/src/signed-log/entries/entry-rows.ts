import { hashesOf, type Hash } from '@goal/signed-log';

/** An entry of a log as it is stored; times are in ms, days count from 1970. */
export type StoredEntry = StoredEvent | StoredNote;

export type StoredEvent = {
  kind: 'event';
  /** Row id. */
  site: number;
  /** The number of the event within its site. */
  n: number;
  id: number;
  day: number;
  receivedMs: number;
  commitment: Hash;
};

/** Without the word `note` it begins with a brace; in the log of logs a whole entry. */
export type StoredNote = { kind: 'note'; text: string };

/** Entries in a row of `log_entries`. */
export const entriesOfRow = 32;

/** A row's two columns. */
export type EntryColumns = { heads: Uint8Array; commitments: Uint8Array };

/** The most bytes that the head of an entry has. */
const headMaxBytes = 48;
const scratch = Buffer.alloc(entriesOfRow * headMaxBytes);

/**
 * Writes the entries of a row. A head begins with the site. Of an event id, number, day and arrival
 * follow, all but the number as differences to the event before; a note has the site 0 and its
 * length. The hashes stand in `commitments`, and the texts of notes behind them.
 */
export function encodeEntries(entries: readonly StoredEntry[]): EntryColumns {
  const hashes: Hash[] = [];
  const texts: Buffer[] = [];
  let before = { id: 0, day: 0, receivedMs: 0 };
  let at = 0;
  for (const entry of entries) {
    if (entry.kind === 'note') {
      const text = Buffer.from(entry.text);
      texts.push(text);
      at = writeNumber(writeNumber(at, 0), text.length);
      continue;
    }
    at = writeNumber(at, entry.site);
    at = writeNumber(at, entry.n);
    at = writeSigned(at, entry.id - before.id);
    at = writeSigned(at, entry.day - before.day);
    at = writeSigned(at, entry.receivedMs - before.receivedMs);
    hashes.push(entry.commitment);
    before = entry;
  }
  return {
    heads: Buffer.from(scratch.subarray(0, at)),
    commitments: Buffer.concat([Buffer.from(hashes.join(''), 'latin1'), ...texts]),
  };
}

/** What the column `heads` says of an entry. */
export type StoredHead = Omit<StoredEvent, 'commitment'> | { kind: 'note'; length: number };

/** Reads the heads that `encodeEntries` wrote. Throws for anything else. */
export function decodeHeads(heads: Uint8Array): StoredHead[] {
  const read = new Numbers(heads);
  const found: StoredHead[] = [];
  let before = { id: 0, day: 0, receivedMs: 0 };
  while (!read.isAtEnd) {
    const site = read.number();
    if (site === 0) {
      found.push({ kind: 'note', length: read.number() });
      continue;
    }
    const n = read.number();
    const event = {
      kind: 'event' as const,
      site,
      n,
      id: before.id + read.signed(),
      day: before.day + read.signed(),
      receivedMs: before.receivedMs + read.signed(),
    };
    found.push(event);
    before = event;
  }
  return found;
}

/** Reads what `encodeEntries` wrote. Throws for anything else. */
export function decodeEntries({ heads, commitments }: EntryColumns): StoredEntry[] {
  const found = decodeHeads(heads);
  const hashBytes = 32 * found.filter(({ kind }) => kind === 'event').length;
  const hashes = hashesOf(commitments.subarray(0, hashBytes));
  const texts = Buffer.from(commitments.buffer, commitments.byteOffset, commitments.length);
  let textAt = hashBytes;
  let hashAt = 0;
  const entries = found.map((one): StoredEntry => {
    if (one.kind === 'event') return { ...one, commitment: hashes[hashAt++] ?? '' };
    const text = texts.toString('utf8', textAt, textAt + one.length);
    textAt += one.length;
    return { kind: 'note', text };
  });
  if (textAt !== commitments.length) throw new Error('a row of entries has more or fewer bytes than it says');
  return entries;
}

/** Writes seven bits a byte, the lowest first. Returns where the next number begins. */
function writeNumber(at: number, value: number): number {
  let rest = value;
  let place = at;
  for (; rest >= 128; rest = Math.floor(rest / 128)) scratch[place++] = (rest % 128) + 128;
  scratch[place++] = rest;
  return place;
}

/** The sign is the lowest bit. */
const writeSigned = (at: number, value: number): number => writeNumber(at, value < 0 ? -2 * value - 1 : 2 * value);

class Numbers {
  #at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.#at === this.bytes.length;
  }

  number(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.bytes[this.#at++];
      if (byte === undefined) throw new Error('a row of entries ends within a number');
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
  }

  signed(): number {
    const value = this.number();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }
}
