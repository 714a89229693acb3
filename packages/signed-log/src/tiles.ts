/** Hashes in a full tile (c2sp.org/tlog-tiles). */
export const tileWidth = 256;

/** `width` hashes of the level 8 · `level` of the tree from `index` · 256 on, or entries. */
export interface Tile {
  level: number | 'entries';
  index: number;
  width: number;
}

const levelName = /^[0-5]$/;
/** Groups of three digits, of which all but the last begin with `x`, in their shortest form. */
const indexName = /^((?:x(?!000\/)\d{3}\/(?:x\d{3}\/){0,4})?\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;
const entryMaxBytes = 0xff_ff;

/** Reads the end of a tile's path: `0` and `x001/x234/067`, `entries` and `000.p/12`. */
export function parseTile(level: string, name: string): Tile | undefined {
  const [, digits, width] = indexName.exec(name) ?? [];
  if (digits === undefined || !(level === 'entries' || levelName.test(level))) return undefined;
  const tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(digits.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  } as const;
  return width !== undefined && tile.width >= tileWidth ? undefined : tile;
}

/** Whether a tree of `size` leaves has all hashes or entries of a tile. */
export function hasTile(size: number, { level, index, width }: Tile): boolean {
  const leaves = level === 'entries' ? 1 : tileWidth ** level;
  return (index * tileWidth + width) * leaves <= size;
}

/** Entries of a bundle, each behind its length in two bytes. Throws above 65,535 bytes. */
export function entryTile(entries: readonly string[]): Uint8Array {
  const texts = entries.map((entry) => new TextEncoder().encode(entry));
  const bytes = new Uint8Array(texts.reduce((sum, text) => sum + 2 + text.length, 0));
  let at = 0;
  for (const text of texts) {
    if (text.length > entryMaxBytes) throw new Error(`an entry of ${text.length} bytes fits into no tile`);
    bytes.set([text.length >> 8, text.length & 0xff], at);
    bytes.set(text, at + 2);
    at += 2 + text.length;
  }
  return bytes;
}
