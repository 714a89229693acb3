import { leavesOfTile, type BundleEnd, type BundleHead } from '../bundle-lines.ts';
import { parseCheckpoint } from '../checkpoint.ts';
import { commitmentOf, eventEntry } from '../entries.ts';
import { leafHash, type Hash } from '../hash.ts';
import type { LogNote } from '../notes.ts';
import { subtreeCover } from '../proofs.ts';
import { TreeEdge } from '../tree-edge.ts';
import type { ConsistencyProof, OlderCheckpoints } from './older-checkpoints.ts';
import type { Crypto } from './options.ts';
import type { Policy } from './policy.ts';
import type { Line } from './read-line.ts';
import { readNote } from './read-note.ts';
import type { Sites } from './sites.ts';
import type { Trust } from './trust.ts';
import { BundleFault, type LogVerdict } from './verdict.ts';
import { judgeWitnesses } from './witnesses.ts';

/** The means of verifying a log; the last three go on to the next log of the file. */
interface Surroundings {
  crypto: Crypto;
  /** No note may be later. */
  latestMs: number;
  policy: Policy | undefined;
  sites: Sites;
  trust: Trust;
  older: OlderCheckpoints;
}

const consistencyMax = 64;
const levelOfTile = Math.log2(leavesOfTile);

/** One log of a bundle, from its head to its end: the tree, the order of its lines, its notes. */
export class LogVerifier {
  readonly #head: BundleHead;
  readonly #with: Surroundings;
  readonly #edge: TreeEdge;
  readonly #proofs: ConsistencyProof[] = [];
  #begin: (LogNote & { kind: 'log.begin' }) | undefined;
  #newestNote = '';
  #tile: { index: number; hash: Hash } | undefined;

  constructor(head: BundleHead, surroundings: Surroundings) {
    this.#head = head;
    this.#with = surroundings;
    this.#edge = new TreeEdge(surroundings.crypto.sha256);
  }

  /** The number of leaves so far. */
  get size(): number {
    return this.#edge.size;
  }

  root(): Hash {
    return this.#edge.root();
  }

  /** Takes a line between head and end; `bytes` are those of the line. */
  read(line: Line, bytes: Uint8Array): void {
    switch (line.kind) {
      case 'event':
        return this.#readEvent(line, bytes);
      case 'gone':
        this.#atIndex(line.index);
        this.#with.sites.gone({ index: line.index, ...line.parts }, line.isRedacted);
        return this.#push(eventEntry(line.parts));
      case 'note':
        return this.#readNote(line);
      case 'tile':
        return this.#judgeTile(line);
      case 'skip':
        return this.#skip(line);
      case 'consistency':
        if (this.#proofs.length === consistencyMax) throw new BundleFault('too many lines of consistency');
        this.#proofs.push(line);
        return;
      case 'head':
      case 'end':
        throw new Error('a head and an end are read by the bundle');
    }
  }

  /** The last line of the log. Throws unless it is signed as it must be. */
  async end(line: BundleEnd): Promise<LogVerdict> {
    const { crypto, latestMs, policy, trust, older, sites } = this.#with;
    const { origin, previous } = this.#head;
    if (line.end !== this.size) throw new BundleFault(`the log ends at ${line.end}, and ${this.size} leaves are here`);
    const read = parseCheckpoint(line.checkpoint);
    if (read === undefined) throw new BundleFault('the checkpoint has a form that none has');
    if (read.head.origin !== origin) throw new BundleFault('the checkpoint is of another log');
    if (read.head.size !== line.end || read.head.root !== this.root())
      throw new BundleFault(
        `the checkpoint does not fit: the lines give the root ${btoa(this.root())} at ${line.end} leaves, and it says ` +
          `${btoa(read.head.root)} at ${read.head.size}`,
      );
    // Those that were given come first: a rotation is believed by the older ones.
    for (const { note, size } of older.ofLog(origin)) await trust.judge(origin, note, size);
    // An event may claim any time of arrival, and one in the future ends no overlap of keys.
    const times = [this.#newestNote, sites.newestArrival].filter((at) => Date.parse(at) <= latestMs);
    const newest = times.toSorted().at(-1) ?? '';
    const signed_by = await trust.judge(origin, read.note, line.end, newest);
    older.endLog(crypto.sha256, read.head, this.#proofs);
    const log = { end: read.head, note: read.note, witnessed: line.witnessed, proofs: this.#proofs };
    const witnessed = policy === undefined ? undefined : await judgeWitnesses(crypto, policy, log);
    return {
      origin,
      size: line.end,
      root: btoa(read.head.root),
      previous,
      began_at: this.#begin?.at ?? null,
      earlier_events: this.#begin?.earlier_events ?? null,
      signed_by,
      witnessed_by: witnessed?.by ?? [],
      witnessed_size: witnessed?.size ?? null,
    };
  }

  #readEvent({ index, n, salt, event, textAt }: Line & { kind: 'event' }, bytes: Uint8Array): void {
    this.#atIndex(index);
    // The head of the line is ASCII, so its characters are its bytes; the last one is the brace.
    const commitment = commitmentOf(this.#with.crypto.sha256, salt, bytes.subarray(textAt, -1));
    const { site_id: siteId, id, occurred_at: occurredAt, received_at: receivedAt } = event;
    const parts = { siteId, n, id, occurredOn: occurredAt.slice(0, 10), receivedAt, commitment };
    this.#with.sites.kept({ index, ...parts }, occurredAt);
    this.#push(eventEntry(parts));
  }

  #readNote({ index, entry }: Line & { kind: 'note' }): void {
    this.#atIndex(index);
    const note = readNote(entry);
    if (Date.parse(note.at) > this.#with.latestMs) throw new BundleFault(`the note is of ${note.at}, in the future`);
    if (note.at < this.#newestNote) throw new BundleFault(`the note is of ${note.at}, before the one in front of it`);
    this.#newestNote = note.at;
    if ((note.kind === 'log.begin') !== (index === 0))
      throw new BundleFault('the first leaf of a log, and no other, is the note of its beginning');
    if (note.kind === 'log.begin') this.#judgeBegin(note);
    if (note.kind === 'key') this.#with.trust.rotate(this.#head.origin, index, note.at, note);
    this.#with.sites.apply(note, index, index >= this.#head.size);
    this.#push(entry);
  }

  #judgeBegin(note: LogNote & { kind: 'log.begin' }): void {
    if (JSON.stringify(note.previous) !== JSON.stringify(this.#previous()))
      throw new BundleFault('the log says that it goes on from another log than the bundle does');
    this.#begin = note;
  }

  /** In the order of the keys of a note, which is that of the alphabet. */
  #previous(): unknown {
    const { previous } = this.#head;
    return previous && { origin: previous.origin, root: previous.root, size: previous.size };
  }

  #judgeTile({ size, hash }: Line & { kind: 'tile' }): void {
    const from = size - leavesOfTile;
    if (size !== this.size || this.#tile?.index !== from / leavesOfTile)
      throw new BundleFault(`the hash of the leaves up to ${size} stands at ${this.size} leaves`);
    if (this.#tile.hash !== hash)
      throw new BundleFault(`one of the leaves ${from} to ${size - 1} is not the one that was logged`, from);
  }

  #skip({ from, to, hashes }: Line & { kind: 'skip' }): void {
    if (this.#with.sites.isWholeAccount) throw new BundleFault('a bundle of a whole account leaves out leaves');
    this.#atIndex(from);
    if (to <= from) throw new BundleFault('no leaves are left out');
    const cover = subtreeCover(from, to);
    if (cover.length !== hashes.length)
      throw new BundleFault(
        `${cover.length} hashes fill the leaves from ${from} to ${to}, and ${hashes.length} are here`,
      );
    this.#with.sites.skip();
    for (const [at, { level }] of cover.entries()) this.#pushSubtree(level, hashes[at] ?? '');
  }

  #push(entry: string): void {
    this.#pushSubtree(0, leafHash(this.#with.crypto.sha256, entry));
  }

  #pushSubtree(level: number, hash: Hash): void {
    if (this.size === 0 && !this.#begin)
      throw new BundleFault('the first leaf is not the note of the beginning of the log');
    this.#edge.pushSubtree(level, hash, (at, index, node) => {
      if (at === levelOfTile) this.#tile = { index, hash: node };
    });
    if (this.size >= this.#with.older.nextSize) this.#with.older.pass(this.size, this.root());
  }

  #atIndex(index: number): void {
    if (index !== this.size) throw new BundleFault(`leaf ${index} stands where leaf ${this.size} must`);
    if (this.#with.sites.isAccountDeleted) throw new BundleFault('a leaf stands behind the deletion of the account');
  }
}
