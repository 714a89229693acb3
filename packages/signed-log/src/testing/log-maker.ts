import {
  bundleEnd,
  bundleHead,
  eventLine,
  goneLine,
  leavesOfTile,
  noteLine,
  skipLine,
  tileLine,
  type BundleEnd,
  type BundleScope,
} from '../bundle-lines.ts';
import { checkpointBody } from '../checkpoint.ts';
import { commitmentOf, eventEntry, type EntryParts } from '../entries.ts';
import { eventText, type LoggedEvent } from '../event-text.ts';
import { leafHash, type Hash } from '../hash.ts';
import { noteSigner, runningSha256, sha256 } from '../node.ts';
import { noteEntry, type LogEnd, type LogNote } from '../notes.ts';
import { subtreeCover, type Subtree } from '../proofs.ts';
import { signNote, vkeyOf, type NoteSigner } from '../signed-note.ts';
import { foldRight, TreeEdge } from '../tree-edge.ts';

/** A leaf of a made log. What it shows may be changed: that is what a cheat does. */
export type Leaf = { entry: string; siteIds: readonly string[] | null } & (
  | { kind: 'note' }
  | { kind: 'event'; parts: EntryParts; salt: Uint8Array; text: string; state: 'kept' | 'gone' | 'redacted' }
);
export type EventLeaf = Leaf & { kind: 'event' };

const accountId = 'a0000000-0000-4000-8000-000000000000';
/** The id of the made site of a number. */
export const siteIdOf = (number: number): string => `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const startMs = Date.parse('2026-01-01T00:00:00.000Z');
const dayMs = 86_400_000;
/** A time of the made logs, by days after their beginning. */
export const timeAt = (days: number): string => new Date(startMs + Math.round(days * dayMs)).toISOString();

export interface MakerOptions {
  number?: number;
  previous?: MadeLog;
  seed?: number;
  at?: number;
}

/** A log in memory, whose bundles are written as the service writes them. */
export class MadeLog {
  readonly origin: string;
  readonly leaves: Leaf[] = [];
  /** Who signs the checkpoints, and whom the head names; changed by a rotation. */
  signers: NoteSigner[];
  readonly previous: LogEnd | null;
  readonly #before: MadeLog | undefined;
  readonly #numbers: Map<string, number>;
  readonly #at: number;
  #ids: number;

  /** Begins a log `at` days, which goes on from `previous`. */
  constructor({ number = 1, previous, seed = 7, at = 0 }: MakerOptions = {}) {
    this.origin = `goal.example/log/c0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    this.signers = [noteSigner(this.origin, new Uint8Array(32).fill(seed))];
    this.#before = previous;
    this.previous = previous === undefined ? null : previous.end();
    this.#numbers = new Map(previous?.numbers ?? []);
    this.#ids = previous?.lastId ?? 1000;
    this.#at = at;
    this.note({ kind: 'log.begin', at: timeAt(at), log: number, previous: this.previous, earlier_events: 0 });
  }

  get numbers(): ReadonlyMap<string, number> {
    return this.#numbers;
  }

  get lastId(): number {
    return this.#ids;
  }

  get size(): number {
    return this.leaves.length;
  }

  get vkeys(): string[] {
    return this.signers.map((signer) => vkeyOf(sha256, signer));
  }

  /** Appends a note; `siteIds` of a note that names none are null, so every reader may see it. */
  note(note: LogNote): Leaf {
    const siteIds =
      'sites' in note
        ? note.sites.map(([siteId]) => siteId)
        : 'site_id' in note && note.site_id !== null
          ? [note.site_id]
          : null;
    const leaf: Leaf = { kind: 'note', entry: noteEntry(note), siteIds };
    this.leaves.push(leaf);
    return leaf;
  }

  /** Stores an event that happened and arrived `at` days, unless `changes` say otherwise. */
  store(siteId: string, at: number, changes: Partial<LoggedEvent> = {}): EventLeaf {
    const n = (this.#numbers.get(siteId) ?? 0) + 1;
    this.#numbers.set(siteId, n);
    const event = { ...eventOf(siteId, ++this.#ids, at), ...changes };
    const salt = Buffer.from(sha256(`salt ${event.id}`), 'latin1').subarray(0, 16);
    const text = eventText(event, event.site_id);
    const parts = {
      siteId,
      n,
      id: event.id,
      occurredOn: event.occurred_at.slice(0, 10),
      receivedAt: event.received_at,
      commitment: commitmentOf(sha256, salt, text),
    };
    const leaf: EventLeaf = {
      kind: 'event',
      entry: eventEntry(parts),
      siteIds: [siteId],
      parts,
      salt,
      text,
      state: 'kept',
    };
    this.leaves.push(leaf);
    return leaf;
  }

  /** Takes away the events of a site that happened before a day, and answers how many. */
  lose(siteId: string, before: string): number {
    const lost = this.events(siteId).filter(
      ({ state, parts }) => state === 'kept' && parts.occurredOn < before.slice(0, 10),
    );
    for (const leaf of lost) leaf.state = 'gone';
    return lost.length;
  }

  /** What retention does: takes away what is older than `days` before `at`, and notes it. */
  purge(siteId: string, at: number, days: number): number {
    const before = timeAt(Math.floor(at - days));
    const events = (this.#before?.lose(siteId, before) ?? 0) + this.lose(siteId, before);
    if (events > 0) this.note({ kind: 'purge', at: timeAt(at), sites: [[siteId, before, timeAt(at), events]] });
    return events;
  }

  events(siteId?: string): EventLeaf[] {
    return this.leaves.filter(
      (leaf): leaf is EventLeaf => leaf.kind === 'event' && (siteId === undefined || leaf.parts.siteId === siteId),
    );
  }

  /** The signed checkpoint of the first `size` leaves. */
  checkpoint(size = this.size): string {
    return signNote(sha256, checkpointBody({ origin: this.origin, size, root: this.root(size) }), this.signers);
  }

  root(size = this.size): Hash {
    const edge = new TreeEdge(sha256);
    for (const { entry } of this.leaves.slice(0, size)) edge.push(leafHash(sha256, entry));
    return edge.root();
  }

  end(): LogEnd {
    return { origin: this.origin, size: this.size, root: btoa(this.root()) };
  }

  /** The hash of a subtree, from its leaves. */
  hashOf = ({ level, index }: Subtree): Hash => {
    const [from, to] = [index * 2 ** level, (index + 1) * 2 ** level];
    const edge = new TreeEdge(sha256);
    for (const { entry } of this.leaves.slice(from, to)) edge.push(leafHash(sha256, entry));
    return edge.root();
  };

  /**
   * The bundle of this log and those before it. Of a scope of sites it shows their leaves and those
   * that name none, and its last leaf counts their events.
   */
  bundle(
    scope: BundleScope = { account_id: accountId },
    siteIds?: readonly string[],
    end: Partial<BundleEnd> = {},
  ): string {
    if (siteIds !== undefined)
      this.note({
        kind: 'site.count',
        at: this.#newest(),
        sites: siteIds.map((siteId) => [siteId, this.#numbers.get(siteId) ?? 0]),
      });
    return this.uncounted(scope, siteIds, end);
  }

  /** The same without the count, as whoever hides what came behind an older one may write it. */
  uncounted(scope: BundleScope, siteIds: readonly string[] | undefined, end: Partial<BundleEnd> = {}): string {
    const { origin, vkeys, previous, size } = this;
    const before = this.#before;
    const earlier = before === undefined ? '' : before.uncounted(scope, siteIds);
    const lines = [bundleHead({ origin, scope, vkeys, previous, began_at: timeAt(this.#at), size })];
    let hiddenFrom = 0;
    for (const [index, leaf] of this.leaves.entries()) {
      if (siteIds !== undefined && leaf.siteIds !== null && !leaf.siteIds.every((one) => siteIds.includes(one)))
        continue;
      if (hiddenFrom < index) lines.push(this.#skip(hiddenFrom, index));
      hiddenFrom = index + 1;
      lines.push(lineOf(index, leaf));
      if (hiddenFrom % leavesOfTile === 0) lines.push(tileLine(hiddenFrom, this.#tileAt(hiddenFrom)));
    }
    if (hiddenFrom < size) lines.push(this.#skip(hiddenFrom, size));
    const text = `${earlier}${lines.join('\n')}\n`;
    const running = runningSha256();
    running.update(Buffer.from(text));
    const last = { end: size, checkpoint: this.checkpoint(), witnessed: null, lines: text.split('\n').length - 1 };
    return `${text}${bundleEnd({ ...last, sha256: running.hexSoFar(), ...end })}\n`;
  }

  #skip(from: number, to: number): string {
    return skipLine(from, to, subtreeCover(from, to).map(this.hashOf));
  }

  #tileAt(size: number): Hash {
    const cover = subtreeCover(size - leavesOfTile, size).map(this.hashOf);
    return foldRight(sha256, cover);
  }

  #newest(): string {
    const times = this.leaves.map(({ entry }) => /"at":"([^"]+)"/.exec(entry)?.[1] ?? '');
    return times.toSorted().at(-1) ?? '';
  }
}

function lineOf(index: number, leaf: Leaf): string {
  if (leaf.kind === 'note') return noteLine(index, leaf.entry);
  const { parts, salt, text, state } = leaf;
  if (state === 'kept') return eventLine(index, parts.n, salt, text);
  return goneLine(index, parts, { redacted: state === 'redacted' });
}

function eventOf(siteId: string, id: number, at: number): LoggedEvent {
  return {
    code: 1000,
    event_type: 'login',
    event_uuid: null,
    id,
    message: `Grüße \u2028 ${id}`,
    object: 'user',
    occurred_at: timeAt(at),
    post_id: null,
    post_status: null,
    post_type: null,
    received_at: timeAt(at),
    session_id: null,
    severity: 'info',
    site_id: siteId,
    user_agent: null,
    user_id: 5,
    username: 'änna',
  };
}
