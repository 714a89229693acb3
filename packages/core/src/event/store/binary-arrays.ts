/*
 * Arrays as parameters in PostgreSQL's binary format: neither side writes or reads digits, dates
 * and quotes. Each starts with its number of dimensions, whether it may have nulls, the type of its
 * elements, their number and the first index; each element starts with its length, -1 for null.
 */

const headBytes = 20;
const lengthBytes = 4;
const oids = { int8: 20, int2: 21, int4: 23, text: 25, timestamptz: 1184, uuid: 2950 };
/** PostgreSQL counts microseconds from here. */
const epochMs = Date.UTC(2000, 0);
const highUnit = 2 ** 32;
/** A text of at most so many code units is written sooner by a loop than by a call of `write`. */
const shortUnits = 32;
const dash = 45;
const hexDigit = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0);

type Of<Item, Value> = (item: Item) => Value | null;

export function int2Array<Item>(items: Item[], of: Of<Item, number>): Buffer {
  return fixedArray(oids.int2, 2, items, of, (bytes, at, value) => bytes.writeInt16BE(value, at));
}

export function int4Array<Item>(items: Item[], of: Of<Item, number>): Buffer {
  return fixedArray(oids.int4, 4, items, of, (bytes, at, value) => bytes.writeInt32BE(value, at));
}

/** Numbers must be safe integers. */
export function int8Array<Item>(items: Item[], of: Of<Item, number>): Buffer {
  return fixedArray(oids.int8, 8, items, of, writeInt8);
}

/** An array of timestamptz; times are whole milliseconds since 1970, until the year 2285. */
export function timeArray<Item>(items: Item[], of: Of<Item, number>): Buffer {
  return fixedArray(oids.timestamptz, 8, items, of, (bytes, at, ms) => writeInt8(bytes, at, (ms - epochMs) * 1000));
}

/** UUIDs have their usual form of 36 letters. */
export function uuidArray<Item>(items: Item[], of: Of<Item, string>): Buffer {
  return fixedArray(oids.uuid, 16, items, of, (bytes, begin, uuid) => {
    let at = begin;
    for (let from = 0; from < uuid.length; from += 2) {
      if (uuid.charCodeAt(from) === dash) from += 1;
      bytes[at++] = (digitAt(uuid, from) << 4) | digitAt(uuid, from + 1);
    }
  });
}

/** An array of any texts without NUL. */
export function textArray<Item>(items: Item[], of: Of<Item, string>): Buffer {
  let size = headBytes;
  for (const item of items) size += lengthBytes + (of(item)?.length ?? 0);
  let bytes: Buffer = Buffer.allocUnsafe(size);
  let at = writeHead(bytes, oids.text, items.length);
  for (const item of items) {
    const text = of(item);
    // A code unit takes three bytes at most. Most texts take one for each, as was reckoned above.
    const needed = at + lengthBytes + (text?.length ?? 0) * 3;
    if (needed > bytes.length) bytes = enlarged(bytes, at, needed);
    const length = text === null ? -1 : writeText(bytes, at + lengthBytes, text);
    bytes.writeInt32BE(length, at);
    at += lengthBytes + Math.max(length, 0);
  }
  return bytes.subarray(0, at);
}

function fixedArray<Item, Value>(
  oid: number,
  size: number,
  items: Item[],
  of: Of<Item, Value>,
  write: (bytes: Buffer, at: number, value: Value) => void,
): Buffer {
  const bytes = Buffer.allocUnsafe(headBytes + items.length * (lengthBytes + size));
  let at = writeHead(bytes, oid, items.length);
  for (const item of items) {
    const value = of(item);
    at = bytes.writeInt32BE(value === null ? -1 : size, at);
    if (value === null) continue;
    write(bytes, at, value);
    at += size;
  }
  return bytes.subarray(0, at);
}

/** Returns where the elements begin. */
function writeHead(bytes: Buffer, oid: number, count: number): number {
  let at = 0;
  for (const one of [1, 1, oid, count, 1]) at = bytes.writeInt32BE(one, at);
  return at;
}

function writeInt8(bytes: Buffer, at: number, value: number): void {
  bytes.writeInt32BE(Math.floor(value / highUnit), at);
  bytes.writeUInt32BE(value >>> 0, at + 4);
}

/** Returns the number of bytes. */
function writeText(bytes: Buffer, at: number, text: string): number {
  if (text.length > shortUnits) return bytes.write(text, at);
  for (let nth = 0; nth < text.length; nth += 1) {
    const code = text.charCodeAt(nth);
    if (code >= 128) return bytes.write(text, at);
    bytes[at + nth] = code;
  }
  return text.length;
}

function enlarged(bytes: Buffer, used: number, needed: number): Buffer {
  const larger = Buffer.allocUnsafe(needed * 2);
  bytes.copy(larger, 0, 0, used);
  return larger;
}

function digitAt(text: string, at: number): number {
  return hexDigit[text.charCodeAt(at)] ?? 0;
}
