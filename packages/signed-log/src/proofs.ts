import { nodeHash, type Hash, type Sha256 } from './hash.ts';
import { foldRight } from './tree-edge.ts';

/** A perfect subtree: 2^level leaves from `index` · 2^level on. */
export interface Subtree {
  level: number;
  index: number;
}

/**
 * A proof, hash by hash: the perfect subtrees that `proofHashes` folds into each. More than one
 * they are only at the right edge of the tree.
 */
export type ProofPlan = readonly (readonly Subtree[])[];

/** The perfect subtrees that fill the leaves from `from` up to but not `to`, left to right. */
export function subtreeCover(from: number, to: number): Subtree[] {
  const cover: Subtree[] = [];
  for (let at = from; at < to;) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= to) level++;
    cover.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return cover;
}

/** The proof that leaf `index` is in the tree of `size` leaves (RFC 6962, section 2.1.1). */
export function inclusionPlan(size: number, index: number): ProofPlan {
  check(size, index, index < size);
  const plan: Subtree[][] = [];
  for (let from = 0, to = size; to - from > 1;) {
    const middle = from + halfOf(to - from);
    if (index < middle) {
      plan.unshift(subtreeCover(middle, to));
      to = middle;
    } else {
      plan.unshift(subtreeCover(from, middle));
      from = middle;
    }
  }
  return plan;
}

/**
 * The proof that the tree of `from` leaves is the beginning of that of `to` (RFC 6962, section
 * 2.1.2). It is empty where `from` is 0 or `to`.
 */
export function consistencyPlan(from: number, to: number): ProofPlan {
  check(from, to, from <= to);
  if (from === 0 || from === to) return [];
  const plan: Subtree[][] = [];
  let [left, right, isWhole] = [0, to, true];
  while (from !== right) {
    const middle = left + halfOf(right - left);
    if (from <= middle) {
      plan.unshift(subtreeCover(middle, right));
      right = middle;
    } else {
      plan.unshift(subtreeCover(left, middle));
      left = middle;
      isWhole = false;
    }
  }
  if (!isWhole) plan.unshift(subtreeCover(left, right));
  return plan;
}

/** The hashes of a planned proof. `hashOf` knows each subtree that the plan names. */
export const proofHashes = (sha256: Sha256, plan: ProofPlan, hashOf: (subtree: Subtree) => Hash): Hash[] =>
  plan.map((cover) => foldRight(sha256, cover.map(hashOf)));

/** Whether the proof leads from a leaf to the root of a tree (RFC 9162, section 2.1.3.2). */
export function checkInclusion(
  sha256: Sha256,
  { size, index, leaf, hashes, root }: { size: number; index: number; leaf: Hash; hashes: readonly Hash[]; root: Hash },
): boolean {
  if (!isCount(size) || !isCount(index) || index >= size) return false;
  const rightmost = size - 1;
  const climb = new Climb(index, rightmost);
  let hash = leaf;
  for (const sibling of hashes) {
    if (climb.isAtTop) return false;
    hash = climb.isRight ? nodeHash(sha256, sibling, hash) : nodeHash(sha256, hash, sibling);
    climb.up();
  }
  return climb.isAtTop && hash === root;
}

/** Whether the tree of `from` leaves begins that of `to` (RFC 9162, section 2.1.4.2). */
export function checkConsistency(
  sha256: Sha256,
  proof: { from: number; to: number; fromRoot: Hash; toRoot: Hash; hashes: readonly Hash[] },
): boolean {
  const { from, to, fromRoot, toRoot, hashes } = proof;
  if (!isCount(from) || !isCount(to) || from > to) return false;
  if (from === to) return hashes.length === 0 && fromRoot === toRoot;
  // Every tree begins with the empty one, whose root is always the same.
  if (from === 0) return hashes.length === 0 && fromRoot === sha256('');
  const isPowerOfTwo = 2 ** Math.round(Math.log2(from)) === from;
  const [first, ...rest] = isPowerOfTwo ? [fromRoot, ...hashes] : hashes;
  if (first === undefined) return false;
  const climb = new Climb(from - 1, to - 1);
  climb.skipRightChildren();
  let [oldHash, newHash] = [first, first];
  for (const sibling of rest) {
    if (climb.isAtTop) return false;
    if (climb.isRight) {
      oldHash = nodeHash(sha256, sibling, oldHash);
      newHash = nodeHash(sha256, sibling, newHash);
    } else newHash = nodeHash(sha256, newHash, sibling);
    climb.up();
  }
  return climb.isAtTop && oldHash === fromRoot && newHash === toRoot;
}

/** The way from a node to the root of a tree, level by level. Numbers may be beyond 32 bits. */
class Climb {
  #node: number;
  #last: number;

  /** From node `node` of a level whose last node is `last`. */
  constructor(node: number, last: number) {
    this.#node = node;
    this.#last = last;
  }

  get isAtTop(): boolean {
    return this.#last === 0;
  }

  /** Whether the next sibling stands on the left: of the last node of a level always. */
  get isRight(): boolean {
    return this.#node % 2 === 1 || this.#node === this.#last;
  }

  /** Goes up past one sibling; the last node of a level has none while it is a left child. */
  up(): void {
    if (this.isRight) while (this.#node % 2 === 0 && this.#node !== 0) this.#halve();
    this.#halve();
  }

  skipRightChildren(): void {
    while (this.#node % 2 === 1) this.#halve();
  }

  #halve(): void {
    this.#node = Math.floor(this.#node / 2);
    this.#last = Math.floor(this.#last / 2);
  }
}

/** The largest power of two below `count`, which is at least 2. */
function halfOf(count: number): number {
  let half = 1;
  while (half * 2 < count) half *= 2;
  return half;
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

function check(one: number, other: number, inOrder: boolean): void {
  if (!isCount(one) || !isCount(other) || !inOrder) throw new Error(`no proof for ${one} and ${other}`);
}
