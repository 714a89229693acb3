import { nodeHash, type Hash, type Subtree } from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';

import { entriesOfRow } from '../entries/entry-rows.ts';
import { levelOfRow } from '../entries/log-writer.ts';

type HiddenPart = Pick<Subtree, 'level'> & { hash: Hash };

/**
 * Leaves that a reader may not see, one behind the other, as the perfect subtrees that fill them:
 * those of `subtreeCover`.
 */
export class HiddenLeaves {
  readonly #parts: HiddenPart[] = [];
  #to: number;

  constructor(readonly from: number) {
    this.#to = from;
  }

  get to(): number {
    return this.#to;
  }

  /** From left to right. */
  get parts(): readonly HiddenPart[] {
    return this.#parts;
  }

  addLeaf(hash: Hash): void {
    this.#add(0, hash);
  }

  /** A whole row of entries, by its root. */
  addRow(root: Hash): void {
    if (this.#to % entriesOfRow !== 0) throw new Error(`no row begins at leaf ${this.#to}`);
    this.#add(levelOfRow, root);
  }

  #add(level: number, hash: Hash): void {
    let part: HiddenPart = { level, hash };
    let index = this.#to / 2 ** level;
    this.#to += 2 ** level;
    // A right child joins its sibling, if that is hidden too.
    for (let left = this.#parts.at(-1); left?.level === part.level && index % 2 === 1; left = this.#parts.at(-1)) {
      this.#parts.pop();
      part = { level: part.level + 1, hash: nodeHash(sha256, left.hash, part.hash) };
      index = (index - 1) / 2;
    }
    this.#parts.push(part);
  }
}
