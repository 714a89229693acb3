/** Wire types of Protocol Buffers. */
const varintType = 0;
const fixed64Type = 1;
const bytesType = 2;
const fixed32Type = 5;
const firstCapacity = 65_536;

/** Writes messages of Protocol Buffers, for the types that OTLP needs. */
export class WireWriter {
  #bytes = Buffer.allocUnsafe(firstCapacity);
  #at = 0;

  /** For enums, booleans, and int64 from 0 to 2^53. */
  varint(field: number, value: number): void {
    this.#tag(field, varintType);
    this.#varint(value);
  }

  fixed64(field: number, value: bigint): void {
    this.#tag(field, fixed64Type);
    this.#reserve(8);
    this.#at = this.#bytes.writeBigUInt64LE(value, this.#at);
  }

  string(field: number, value: string): void {
    const length = Buffer.byteLength(value);
    this.#tag(field, bytesType);
    this.#varint(length);
    this.#reserve(length);
    this.#at += this.#bytes.write(value, this.#at);
  }

  /** A message inside this one, which `fill` writes. */
  message(field: number, fill: () => void): void {
    this.#tag(field, bytesType);
    const start = this.#at;
    fill();
    // The length comes in front, so what was written moves up.
    const length = this.#at - start;
    const lengthBytes = sizeOf(length);
    this.#reserve(lengthBytes);
    this.#bytes.copyWithin(start + lengthBytes, start, this.#at);
    this.#at = start;
    this.#varint(length);
    this.#at = start + lengthBytes + length;
  }

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  #tag(field: number, type: number): void {
    this.#varint(field * 8 + type);
  }

  #varint(value: number): void {
    this.#reserve(10);
    let left = value;
    while (left > 0x7f) {
      this.#bytes[this.#at] = (left % 0x80) + 0x80;
      this.#at += 1;
      left = Math.floor(left / 0x80);
    }
    this.#bytes[this.#at] = left;
    this.#at += 1;
  }

  #reserve(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#bytes.byteLength) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.byteLength));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}

function sizeOf(value: number): number {
  let size = 1;
  for (let left = value; left > 0x7f; left = Math.floor(left / 0x80)) size += 1;
  return size;
}

export type WireField = { field: number; value: number | Buffer };

/** The fields with numbers and bytes; others are skipped. Throws a RangeError for no message. */
export function readWire(bytes: Buffer): WireField[] {
  const fields: WireField[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = bytes.readUInt8(at);
      at += 1;
      value += (byte & 0x7f) * scale;
      if (byte <= 0x7f) return value;
    }
  };
  while (at < bytes.byteLength) {
    const tag = varint();
    const [field, type] = [Math.floor(tag / 8), tag % 8];
    if (type === varintType) fields.push({ field, value: varint() });
    else if (type === fixed64Type) at += 8;
    else if (type === fixed32Type) at += 4;
    else if (type === bytesType) {
      const length = varint();
      if (length > bytes.byteLength - at) throw new RangeError('a field ends behind its message');
      fields.push({ field, value: bytes.subarray(at, at + length) });
      at += length;
    } else throw new RangeError('no wire type');
  }
  return fields;
}
