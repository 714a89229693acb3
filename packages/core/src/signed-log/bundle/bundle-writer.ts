import { createHash } from 'node:crypto';

import {
  bundleEnd,
  bundleHead,
  consistencyLine,
  eventLine,
  goneLine,
  leafHash,
  leavesOfTile,
  noteLine,
  skipLine,
  tileLine,
  TreeEdge,
  type Hash,
} from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';

import type { StoredEntry, StoredEvent } from '../entries/entry-rows.ts';
import { HiddenLeaves } from './hidden-leaves.ts';
import { levelsOfTile } from '../entries/log-writer.ts';
import type { LogEnd } from '../seal/seal-account.ts';
import { entryText, partsOf, type ReadRow } from '../entries/read-entries.ts';
import type { WitnessedEnd } from '../witness/witnessed.ts';

/** What a bundle shows of an event that is there. */
export type ShownEvent = { salt: Uint8Array; text: string };

/** What is known of the entries of a page. */
export type PageOfBundle = {
  isVisible: (entry: StoredEntry) => boolean;
  siteIdOf: (site: number) => string;
  /** The event, as far as it is there. */
  shown: (entry: StoredEvent) => ShownEvent | undefined;
  isRedacted: (entry: StoredEvent) => boolean;
};

/**
 * Writes a bundle (rulings §16.6): the logs of an account, leaf by leaf. `take` hands out what was
 * written so far.
 */
export class BundleWriter {
  readonly #sum = createHash('sha256');
  #lines: string[] = [];
  #written = 0;
  #edge = new TreeEdge(sha256);
  #hidden: HiddenLeaves | undefined;
  #gone = 0;

  /** Leaves of the log that is being written so far. */
  get size(): number {
    return this.#hidden?.to ?? this.#edge.size;
  }

  /** Lines of events that are gone, so far. */
  get gone(): number {
    return this.#gone;
  }

  beginLog(head: Parameters<typeof bundleHead>[0]): void {
    this.#edge = new TreeEdge(sha256);
    this.#line(bundleHead(head));
  }

  /** Writes the leaves of these rows from the present size up to `to`. */
  addRows(found: readonly ReadRow[], page: PageOfBundle, to: number): void {
    for (const row of found) {
      if (this.#skipRow(row, page, to)) continue;
      for (const [at, entry] of row.entries.entries()) {
        const index = row.first + at;
        if (index < this.size) continue;
        if (index >= to) return;
        // A row that somebody deleted by hand: the bundle goes on, and does not verify.
        if (index > this.size) this.flushHidden();
        this.#add(index, entry, page);
      }
    }
  }

  /** Writes the line of the leaves that are hidden so far. The next ones may have another. */
  flushHidden(): void {
    const hidden = this.#hidden;
    if (hidden === undefined) return;
    this.#hidden = undefined;
    this.#line(
      skipLine(
        hidden.from,
        hidden.to,
        hidden.parts.map(({ hash }) => hash),
      ),
    );
    for (const { level, hash } of hidden.parts) this.#edge.pushSubtree(level, hash);
  }

  endLog({ size, checkpoint }: Pick<LogEnd, 'size' | 'checkpoint'>, witnesses?: WitnessedEnd): void {
    this.flushHidden();
    if (witnesses !== undefined && witnesses.from < size)
      this.#line(consistencyLine(witnesses.from, size, witnesses.consistency));
    const sum = this.#sumSoFar();
    const witnessed = witnesses?.witnessed ?? null;
    this.#line(bundleEnd({ end: size, checkpoint, witnessed, lines: this.#written, sha256: sum }));
  }

  /** The bytes since the last call. */
  take(): Buffer {
    const bytes = Buffer.from(this.#lines.join(''));
    this.#lines = [];
    this.#sum.update(bytes);
    return bytes;
  }

  #line(text: string): void {
    this.#lines.push(`${text}\n`);
    this.#written += 1;
  }

  #sumSoFar(): string {
    return this.#sum.copy().update(this.#lines.join('')).digest('hex');
  }

  /** Hides a whole row at once, where all of it is hidden. */
  #skipRow({ first, entries, root }: ReadRow, { isVisible }: PageOfBundle, to: number): boolean {
    if (root === undefined || first !== this.size || first + entries.length > to || entries.some(isVisible))
      return false;
    this.#hidden ??= new HiddenLeaves(first);
    this.#hidden.addRow(root);
    return true;
  }

  #add(index: number, entry: StoredEntry, page: PageOfBundle): void {
    const leaf = leafHash(sha256, entryText(entry, page.siteIdOf));
    if (!page.isVisible(entry)) {
      this.#hidden ??= new HiddenLeaves(index);
      this.#hidden.addLeaf(leaf);
      return;
    }
    this.flushHidden();
    if (entry.kind === 'note') this.#line(noteLine(index, `note ${entry.text}`));
    else this.#addEvent(index, entry, page);
    let tile: Hash | undefined;
    this.#edge.push(leaf, (level, _, hash) => {
      if (level === levelsOfTile) tile = hash;
    });
    if (this.#edge.size % leavesOfTile === 0 && tile !== undefined) this.#line(tileLine(this.#edge.size, tile));
  }

  #addEvent(index: number, entry: StoredEvent, { siteIdOf, shown, isRedacted }: PageOfBundle): void {
    const event = shown(entry);
    if (event !== undefined) {
      this.#line(eventLine(index, entry.n, event.salt, event.text));
      return;
    }
    this.#gone += 1;
    this.#line(goneLine(index, partsOf(entry, siteIdOf(entry.site)), { redacted: isRedacted(entry) }));
  }
}
