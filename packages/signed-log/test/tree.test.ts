import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  bytesOf,
  checkConsistency,
  checkInclusion,
  consistencyPlan,
  emptyRoot,
  hashesOf,
  inclusionPlan,
  nodeHash,
  proofHashes,
  subtreeCover,
  TreeEdge,
  type Hash,
  type Subtree,
} from '../src/index.ts';
import { sha256 } from '../src/node.ts';

/**
 * The root of leaves by the definition of RFC 6962, section 2.1, which nothing in the package uses.
 */
function rootOf(leaves: readonly Hash[]): Hash {
  const [only] = leaves;
  if (only === undefined) return emptyRoot(sha256);
  if (leaves.length === 1) return only;
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return nodeHash(sha256, rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)));
}

const leavesOf = (size: number, salt = ''): Hash[] => Array.from({ length: size }, (_, at) => sha256(`${salt}${at}`));
const hashIn =
  (leaves: readonly Hash[]) =>
  ({ level, index }: Subtree): Hash =>
    rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));

const size = fc.integer({ min: 1, max: 300 });
const fewRuns = { numRuns: 40 };

test('the edge of a tree has the root that RFC 6962 defines, at every size, and after it was stored', () => {
  const leaves = leavesOf(70);
  let edge = new TreeEdge(sha256);
  for (const [at, leaf] of leaves.entries()) {
    edge.push(leaf);
    expect(edge.root()).toBe(rootOf(leaves.slice(0, at + 1)));
    edge = TreeEdge.from(sha256, edge.size, edge.bytes());
  }
  expect(edge.size).toBe(70);
  expect(() => TreeEdge.from(sha256, 71, edge.bytes())).toThrow('a tree of 71 leaves has 4 peaks');
  expect(() => hashesOf(new Uint8Array(33))).toThrow('no whole hashes');
  expect(hashesOf(bytesOf(leaves))).toEqual(leaves);
});

test('an edge tells each perfect subtree once, when its last leaf comes', () => {
  const leaves = leavesOf(37);
  const told = new Map<string, Hash>();
  const edge = new TreeEdge(sha256);
  for (const leaf of leaves)
    edge.push(leaf, (level, index, hash) => {
      expect(told.has(`${level}/${index}`)).toBe(false);
      expect((index + 1) * 2 ** level).toBe(edge.size);
      told.set(`${level}/${index}`, hash);
    });
  for (let level = 0; level < 6; level++)
    for (let index = 0; index < Math.floor(37 / 2 ** level); index++)
      expect(told.get(`${level}/${index}`)).toBe(hashIn(leaves)({ level, index }));
  expect(told.size).toBe(37 + 18 + 9 + 4 + 2 + 1);
});

test('a tree has the same root where some of its leaves are pushed as the subtrees that fill the gaps', () => {
  fc.assert(
    fc.property(
      size,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.infiniteStream(fc.nat(99)),
      (count, part, dice) => {
        const leaves = leavesOf(count);
        const edge = new TreeEdge(sha256);
        let gap = 0;
        const fillGap = (to: number): void => {
          const cover = subtreeCover(gap, to);
          expect(cover.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(count + 1)));
          for (const subtree of cover) edge.pushSubtree(subtree.level, hashIn(leaves)(subtree));
        };
        for (const [at, leaf] of leaves.entries()) {
          if (dice.next().value >= part * 100) continue;
          fillGap(at);
          edge.push(leaf);
          gap = at + 1;
        }
        fillGap(count);
        expect(edge.size).toBe(count);
        expect(edge.root()).toBe(rootOf(leaves));
      },
    ),
    fewRuns,
  );
  const odd = new TreeEdge(sha256);
  odd.push(sha256('a'));
  expect(() => odd.pushSubtree(1, sha256('b'))).toThrow('no subtree of level 1 begins at leaf 1');
});

test('a planned inclusion proof verifies; one of another leaf, index or size does not', () => {
  fc.assert(
    fc.property(size, fc.nat(), (count, seed) => {
      const leaves = leavesOf(count);
      const index = seed % count;
      const proof = {
        size: count,
        index,
        leaf: leaves[index] ?? '',
        hashes: proofHashes(sha256, inclusionPlan(count, index), hashIn(leaves)),
        root: rootOf(leaves),
      };
      expect(checkInclusion(sha256, proof)).toBe(true);
      const wrong = [
        { leaf: sha256('other') },
        { index: count },
        { index: -1 },
        { size: Number.NaN },
        { size: count * 2 + 1 },
        { hashes: [...proof.hashes, sha256('more')] },
        ...(count > 1 ? [{ index: (index + 1) % count }, { hashes: proof.hashes.slice(1) }] : []),
      ];
      for (const change of wrong) expect(checkInclusion(sha256, { ...proof, ...change })).toBe(false);
    }),
    fewRuns,
  );
  expect(() => inclusionPlan(3, 3)).toThrow('no proof');
});

test('a planned consistency proof verifies; one from another tree or with another hash does not', () => {
  fc.assert(
    fc.property(size, fc.nat(), (to, seed) => {
      const leaves = leavesOf(to);
      const from = seed % (to + 1);
      const proof = {
        from,
        to,
        fromRoot: rootOf(leaves.slice(0, from)),
        toRoot: rootOf(leaves),
        hashes: proofHashes(sha256, consistencyPlan(from, to), hashIn(leaves)),
      };
      expect(checkConsistency(sha256, proof)).toBe(true);
      const wrong = [
        { fromRoot: sha256('other') },
        { from: to + 1 },
        { hashes: [...proof.hashes, sha256('more')] },
        ...(from > 0 ? [{ toRoot: sha256('other') }] : []),
        ...(proof.hashes.length > 0 ? [{ hashes: proof.hashes.slice(1) }, { hashes: [] }] : []),
      ];
      for (const change of wrong) expect(checkConsistency(sha256, { ...proof, ...change })).toBe(false);
    }),
    fewRuns,
  );
});

test('the example of the form: the proofs of the tree of three leaves', () => {
  expect(inclusionPlan(3, 2)).toEqual([[{ level: 1, index: 0 }]]);
  expect(consistencyPlan(1, 3)).toEqual([[{ level: 0, index: 1 }], [{ level: 0, index: 2 }]]);
});

test('proofs are right beyond 32 bits', () => {
  // All subtrees of one level are equal, so a tree of 2^40 + 5 leaves costs 45 hashes.
  const leaf = sha256('same');
  const perfect = [leaf];
  for (let level = 1; level <= 41; level++)
    perfect.push(nodeHash(sha256, perfect[level - 1] ?? '', perfect[level - 1] ?? ''));
  const hashOf = ({ level }: Subtree): Hash => perfect[level] ?? '';
  const rootAt = (count: number): Hash => {
    const edge = new TreeEdge(sha256);
    for (const { level } of subtreeCover(0, count)) edge.pushSubtree(level, perfect[level] ?? '');
    return edge.root();
  };
  const [from, to] = [2 ** 33 + 3, 2 ** 40 + 5];
  const index = 2 ** 39 + 1;
  const hashes = proofHashes(sha256, inclusionPlan(to, index), hashOf);
  expect(checkInclusion(sha256, { size: to, index, leaf, hashes, root: rootAt(to) })).toBe(true);
  expect(
    checkConsistency(sha256, {
      from,
      to,
      fromRoot: rootAt(from),
      toRoot: rootAt(to),
      hashes: proofHashes(sha256, consistencyPlan(from, to), hashOf),
    }),
  ).toBe(true);
});
