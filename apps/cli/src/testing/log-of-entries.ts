import {
  checkpointBody,
  consistencyPlan,
  leafHash,
  proofHashes,
  signNote,
  TreeEdge,
  type Hash,
  type Subtree,
} from '@goal/signed-log';
import { noteSigner, sha256 } from '@goal/signed-log/node';

export const origin = 'goal.example/log/of-tests';
export const signer = noteSigner(origin, new Uint8Array(32).fill(9));

/** A log of which any beginning can be signed. */
export class Log {
  readonly #nodes = new Map<string, Hash>();
  readonly #roots: Hash[] = [];
  readonly #edge = new TreeEdge(sha256);

  constructor(entries: readonly string[]) {
    this.#roots.push(this.#edge.root());
    for (const entry of entries) {
      this.#edge.push(leafHash(sha256, entry), (level, index, hash) => this.#nodes.set(`${level} ${index}`, hash));
      this.#roots.push(this.#edge.root());
    }
  }

  body(size: number, name = origin): string {
    return checkpointBody({ origin: name, size, root: this.#roots[size] ?? '' });
  }

  checkpoint(size: number, by = signer): string {
    return signNote(sha256, this.body(size, by.name), [by]);
  }

  proof(from: number, to: number): string[] {
    const hashOf = ({ level, index }: Subtree): Hash => this.#nodes.get(`${level} ${index}`) ?? '';
    return proofHashes(sha256, consistencyPlan(from, to), hashOf).map((hash) => btoa(hash));
  }

  /** The request of a log that goes on from one size to another. */
  step(from: number, to: number): string {
    return [`old ${from}`, ...this.proof(from, to), '', this.checkpoint(to)].join('\n');
  }
}
