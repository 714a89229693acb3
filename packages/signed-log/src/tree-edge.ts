import { bytesOf, emptyRoot, hashesOf, nodeHash, type Hash, type Sha256 } from './hash.ts';

/** Hears of each perfect subtree as it becomes complete; a leaf has level 0. */
export type OnNode = (level: number, index: number, hash: Hash) => void;

interface Peak {
  level: number;
  hash: Hash;
}

/**
 * The right edge of an RFC 6962 tree: the largest perfect subtrees that fill it, from left to
 * right. It is all that one needs of a tree to append to it and to know its root, and it never has
 * more than 53 hashes.
 */
export class TreeEdge {
  readonly #sha256: Sha256;
  readonly #peaks: Peak[] = [];
  #size = 0;

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  /** The edge of a tree of `size` leaves from its peaks. Throws if their number differs. */
  static from(sha256: Sha256, size: number, bytes: Uint8Array): TreeEdge {
    const edge = new TreeEdge(sha256);
    const levels = peakLevels(size);
    const hashes = hashesOf(bytes);
    if (hashes.length !== levels.length) throw new Error(`a tree of ${size} leaves has ${levels.length} peaks`);
    for (const [at, level] of levels.entries()) edge.#peaks.push({ level, hash: hashes[at] ?? '' });
    edge.#size = size;
    return edge;
  }

  /** The number of leaves. */
  get size(): number {
    return this.#size;
  }

  /** Appends a leaf. */
  push(leaf: Hash, onNode?: OnNode): void {
    this.pushSubtree(0, leaf, onNode);
  }

  /** Appends a subtree of 2^level leaves. Throws where the size does not allow one there. */
  pushSubtree(level: number, hash: Hash, onNode?: OnNode): void {
    const width = 2 ** level;
    if (this.#size % width !== 0) throw new Error(`no subtree of level ${level} begins at leaf ${this.#size}`);
    this.#size += width;
    if (!Number.isSafeInteger(this.#size)) throw new Error('the tree is too large');
    let peak: Peak = { level, hash };
    onNode?.(level, this.#size / width - 1, hash);
    for (let left = this.#peaks.at(-1); left?.level === peak.level; left = this.#peaks.at(-1)) {
      this.#peaks.pop();
      peak = { level: peak.level + 1, hash: nodeHash(this.#sha256, left.hash, peak.hash) };
      onNode?.(peak.level, this.#size / 2 ** peak.level - 1, peak.hash);
    }
    this.#peaks.push(peak);
  }

  root(): Hash {
    return this.#peaks.length === 0 ? emptyRoot(this.#sha256) : foldRight(this.#sha256, this.#peaks.map(hashOf));
  }

  /** The hashes of the peaks, as `from` reads them. */
  bytes(): Uint8Array {
    return bytesOf(this.#peaks.map(hashOf));
  }
}

/** The hash of neighbouring subtrees of falling size, of which none is empty. */
export function foldRight(sha256: Sha256, hashes: readonly Hash[]): Hash {
  return hashes.reduceRight((right, left) => nodeHash(sha256, left, right));
}

const hashOf = ({ hash }: Peak): Hash => hash;

/** The levels of the peaks of a tree, from left to right: the bits of its size. */
function peakLevels(size: number): number[] {
  if (!Number.isSafeInteger(size) || size < 0) throw new Error(`${size} is no size of a tree`);
  return [...size.toString(2)].flatMap((bit, at, bits) => (bit === '1' ? [bits.length - 1 - at] : []));
}
