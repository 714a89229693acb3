import { parseCheckpoint, type TreeHead } from '../checkpoint.ts';
import type { Hash, Sha256 } from '../hash.ts';
import type { LogEnd } from '../notes.ts';
import { checkConsistency } from '../proofs.ts';
import type { SignedNote } from '../signed-note.ts';
import { BundleFault, NotReadable } from './verdict.ts';

/** That the tree of `from` leaves is the beginning of that of `to`. */
export interface ConsistencyProof {
  from: number;
  to: number;
  hashes: readonly Hash[];
}

interface Older {
  head: TreeHead;
  note: SignedNote;
  isMet: boolean;
}

/**
 * The checkpoints that a reader brings. One shows that the log held a number of leaves with this
 * root, so the bundle must pass by it.
 */
export class OlderCheckpoints {
  readonly #all: Older[];
  /** Those of each log, the smallest first. */
  readonly #byOrigin = new Map<string, Older[]>();
  /** Those of the log that is being read. */
  #ofThisLog: readonly Older[] = [];
  /** How many of them were passed. */
  #passed = 0;

  /** Throws `NotReadable` for a text that is no checkpoint. */
  constructor(texts: readonly string[]) {
    this.#all = texts.map((text) => {
      const read = parseCheckpoint(text);
      if (read === undefined) throw new NotReadable('a text that was given is no checkpoint');
      return { ...read, isMet: false };
    });
    const bySize = this.#all.toSorted((one, other) => one.head.size - other.head.size);
    for (const one of bySize) {
      const ofLog = this.#byOrigin.get(one.head.origin);
      if (ofLog === undefined) this.#byOrigin.set(one.head.origin, [one]);
      else ofLog.push(one);
    }
  }

  beginLog(origin: string): void {
    this.#ofThisLog = this.#ofLog(origin);
    this.#passed = 0;
  }

  /** The next size at which the root matters; beyond all sizes where there is none. */
  get nextSize(): number {
    return this.#ofThisLog[this.#passed]?.head.size ?? Infinity;
  }

  /** Compares at a size from `nextSize` on. Throws for another root. Passed sizes wait. */
  pass(size: number, root: Hash): void {
    for (; this.nextSize <= size; this.#passed++) {
      const next = this.#ofThisLog[this.#passed];
      if (next === undefined || next.head.size < size) continue;
      if (next.head.root !== root) throw new BundleFault(otherHistory(next.head), size - 1);
      next.isMet = true;
    }
  }

  /** At the end of a log: throws unless all of its checkpoints lie in it. */
  endLog(sha256: Sha256, end: TreeHead, proofs: readonly ConsistencyProof[]): void {
    for (const older of this.#ofLog(end.origin).filter(({ isMet }) => !isMet)) {
      const { size, root } = older.head;
      if (size > end.size)
        throw new BundleFault(
          `a checkpoint that was given lies behind this copy: it covers ${size} leaves, and this log ends at ${end.size}`,
        );
      const proof = proofs.find(({ from, to }) => from === size && to === end.size);
      if (proof === undefined)
        throw new BundleFault(
          `the checkpoint of ${size} leaves cannot be compared, because this bundle hides the leaves around it: ` +
            'the bundle of the account shows them',
        );
      if (!checkConsistency(sha256, { ...proof, fromRoot: root, toRoot: end.root }))
        throw new BundleFault(otherHistory(older.head));
      older.isMet = true;
    }
  }

  /** The checkpoints of a log, the smallest first, with what signs them. */
  ofLog(origin: string): { size: number; note: SignedNote }[] {
    return this.#ofLog(origin).map(({ head, note }) => ({ size: head.size, note }));
  }

  /** At the end of the file: throws where a checkpoint is of a log that is not in it. */
  endFile(): void {
    const stranger = this.#all.find(({ isMet }) => !isMet);
    if (stranger !== undefined)
      throw new BundleFault(
        `a checkpoint that was given is of a log that is not in this file: ${stranger.head.origin}`,
      );
  }

  get met(): LogEnd[] {
    return this.#all
      .filter(({ isMet }) => isMet)
      .map(({ head: { origin, size, root } }) => ({ origin, size, root: btoa(root) }));
  }

  #ofLog(origin: string): readonly Older[] {
    return this.#byOrigin.get(origin) ?? [];
  }
}

const otherHistory = ({ size, root }: TreeHead): string =>
  `this is another history: a checkpoint that was given has the root ${btoa(root)} at ${size} leaves, and the bundle has another`;
