import { createHash } from 'node:crypto';

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const node = (left: Buffer, right: Buffer): Buffer => sha256('\u0001', left, right);

/**
 * A client written from c2sp.org/tlog-tiles and RFC 6962 alone. It uses nothing of ours, and knows
 * of a log its checkpoint and its tiles.
 */
export class TileClient {
  readonly #tiles = new Map<string, Buffer>();

  private constructor(
    private readonly prefix: string,
    private readonly token: string,
    readonly size: number,
    readonly root: Buffer,
  ) {}

  static async open(prefix: string, token: string): Promise<TileClient> {
    const [, size, root] = (await fetched(`${prefix}/checkpoint`, token)).toString().split('\n');
    return new TileClient(prefix, token, Number(size), Buffer.from(root ?? '', 'base64'));
  }

  forget(): void {
    this.#tiles.clear();
  }

  async entries(): Promise<string[]> {
    const entries: string[] = [];
    for (let index = 0; index * 256 < this.size; index += 1) {
      const bytes = await this.#fetch(`tile/entries/${nameOf(index, this.#widthOf(0, index))}`);
      for (let at = 0; at < bytes.length;) {
        const end = at + 2 + bytes.readUInt16BE(at);
        entries.push(bytes.subarray(at + 2, end).toString());
        at = end;
      }
    }
    return entries;
  }

  /** Walks all tiles of all levels. Throws where a hash is not that of the tile below it. */
  async rootOfTiles(): Promise<Buffer> {
    for (let level = 1; this.size >= 256 ** level; level += 1)
      for (let at = 0; at < Math.floor(this.size / 256 ** level); at += 1) {
        const below = await this.#tile(level - 1, at);
        if (!TileClient.rootOf(below).equals(await this.#hash(8 * level, at)))
          throw new Error(`the hash ${at} of level ${level} is not that of its tile`);
      }
    return this.#range(0, this.size);
  }

  /** The audit path of a leaf (section 2.1.1 of RFC 6962), from its sibling up. */
  async proofOf(index: number): Promise<Buffer[]> {
    const path: Buffer[] = [];
    for (let from = 0, to = this.size; to - from > 1;) {
      const middle = from + splitOf(to - from);
      if (index < middle) path.unshift(await this.#range(middle, to));
      else path.unshift(await this.#range(from, middle));
      if (index < middle) to = middle;
      else from = middle;
    }
    return path;
  }

  /** The root that an audit path leads to (section 2.1.3.2 of RFC 9162). */
  static climb(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer {
    let [at, last, hash] = [index, size - 1, leaf];
    for (const sibling of path) {
      if (at % 2 === 1 || at === last) {
        hash = node(sibling, hash);
        while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1];
      } else hash = node(hash, sibling);
      [at, last] = [at >> 1, last >> 1];
    }
    return hash;
  }

  /** The hash of a tree with these leaves (section 2.1 of RFC 6962). */
  static rootOf(leaves: readonly Buffer[]): Buffer {
    const [first] = leaves;
    if (first === undefined) return sha256('');
    if (leaves.length === 1) return first;
    const middle = splitOf(leaves.length);
    return node(TileClient.rootOf(leaves.slice(0, middle)), TileClient.rootOf(leaves.slice(middle)));
  }

  /** The hash of the leaves from `from` up to but not `to`, which no tree of RFC 6962 splits. */
  async #range(from: number, to: number): Promise<Buffer> {
    const level = Math.log2(to - from);
    if (Number.isInteger(level)) return this.#hash(level, from / 2 ** level);
    const middle = from + splitOf(to - from);
    return node(await this.#range(from, middle), await this.#range(middle, to));
  }

  /** The hash of a perfect subtree, from the hashes of the tile in which it lies. */
  async #hash(level: number, index: number): Promise<Buffer> {
    const width = 2 ** (level % 8);
    const first = index * width;
    const hashes = await this.#tile(Math.floor(level / 8), Math.floor(first / 256));
    return TileClient.rootOf(hashes.slice(first % 256, (first % 256) + width));
  }

  async #tile(level: number, index: number): Promise<Buffer[]> {
    const bytes = await this.#fetch(`tile/${level}/${nameOf(index, this.#widthOf(level, index))}`);
    return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.subarray(32 * at, 32 * at + 32));
  }

  /** The hashes of a tile within the size of the checkpoint. */
  #widthOf(level: number, index: number): number {
    return Math.min(256, Math.floor(this.size / 256 ** level) - 256 * index);
  }

  async #fetch(path: string): Promise<Buffer> {
    const known = this.#tiles.get(path);
    if (known !== undefined) return known;
    const bytes = await fetched(`${this.prefix}/${path}`, this.token);
    this.#tiles.set(path, bytes);
    return bytes;
  }
}

async function fetched(url: string, token: string): Promise<Buffer> {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  if (answer.status !== 200) throw new Error(`${url} is answered with ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** The largest power of two below `count`. */
const splitOf = (count: number): number => 2 ** (Math.ceil(Math.log2(count)) - 1);

function nameOf(index: number, width: number): string {
  const groups: string[] = [];
  for (let rest = index; rest > 0 || groups.length === 0; rest = Math.floor(rest / 1000))
    groups.unshift(String(rest % 1000).padStart(3, '0'));
  const name = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return width === 256 ? name : `${name}.p/${width}`;
}
