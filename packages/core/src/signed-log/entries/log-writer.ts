import { rows, type Queryable } from '@goal/db';
import { bytesOf, leafHash, TreeEdge, type Hash } from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';

import { decodeEntries, encodeEntries, entriesOfRow, type StoredEntry } from './entry-rows.ts';

/** The level of a subtree of `entriesOfRow` leaves. */
export const levelOfRow = 5;
/** The levels of tiles are multiples of this. */
export const levelsOfTile = 8;
/** Hashes in a row of `log_tile`. */
export const hashesOfPart = 32;

type EntryRow = { first: number; high: number; entries: StoredEntry[]; root: Hash | undefined };
type TilePart = { level: number; part: number; hashes: Hash[] };

/** Rows that one statement writes: their bytes are 1.3 kB each. */
const writtenAtOnce = 16;

/**
 * Appends entries to the tree of a log and keeps what is to be written, until `save` writes it
 * under the lock of the log's head.
 */
export class LogWriter {
  readonly edge: TreeEdge;
  readonly #rows: EntryRow[] = [];
  readonly #tiles = new Map<string, TilePart>();
  #high = 0;
  #newestEvent = 0;

  private constructor(
    private readonly on: Queryable,
    private readonly of: { account: number; log: number },
    { size, edge }: { size: number; edge: Uint8Array },
  ) {
    this.edge = TreeEdge.from(sha256, size, edge);
  }

  /** Opens the end of a log, whose head is locked. */
  static async open(
    on: Queryable,
    of: { account: number; log: number },
    end: { size: number; edge: Uint8Array },
  ): Promise<LogWriter> {
    const writer = new LogWriter(on, of, end);
    if (end.size === 0) return writer;
    const found = await on.query<{ first: string; high: string; heads: Buffer; commitments: Buffer }>({
      ...newestRow,
      values: [of.account, of.log],
    });
    const [row] = found.rows;
    const first = Number(row?.first);
    const entries = row === undefined ? [] : decodeEntries(row);
    if (first + entries.length !== end.size)
      throw new Error(`a log of ${end.size} entries ends with ${first + entries.length}`);
    writer.#high = Number(row?.high);
    writer.#newestEvent = entries.findLast((entry) => entry.kind === 'event')?.id ?? writer.#high;
    if (entries.length < entriesOfRow) writer.#rows.push({ first, high: writer.#high, entries, root: undefined });
    return writer;
  }

  get size(): number {
    return this.edge.size;
  }

  /** The largest id of an event so far. */
  get high(): number {
    return this.#high;
  }

  /** The id of the event that was appended last, as far as the newest row knows it; 0: of none. */
  get newestEvent(): number {
    return this.#newestEvent;
  }

  /** `text` is the entry as it is hashed. */
  push(entry: StoredEntry, text: string): void {
    const row = this.#openRow();
    row.entries.push(entry);
    if (entry.kind === 'event') {
      this.#high = Math.max(this.#high, entry.id);
      this.#newestEvent = entry.id;
    }
    row.high = this.#high;
    this.edge.push(leafHash(sha256, text), (level, index, hash) => {
      if (level === levelOfRow) row.root = hash;
      else if (level > 0 && level % levelsOfTile === 0) this.#addToTile(level / levelsOfTile, index, hash);
    });
  }

  #openRow(): EntryRow {
    const last = this.#rows.at(-1);
    if (last !== undefined && last.entries.length < entriesOfRow) return last;
    const row = { first: this.edge.size, high: this.#high, entries: [], root: undefined };
    this.#rows.push(row);
    return row;
  }

  #addToTile(level: number, index: number, hash: Hash): void {
    const part = Math.floor(index / hashesOfPart);
    const key = `${level} ${part}`;
    const tile = this.#tiles.get(key);
    if (tile === undefined) this.#tiles.set(key, { level, part, hashes: [hash] });
    else tile.hashes.push(hash);
  }

  async save(): Promise<void> {
    const { account, log } = this.of;
    await this.#write(this.#rows, {
      columns: ['first', 'high', 'heads', 'commitments', 'root'],
      types: ['bigint', 'bigint', 'bytea', 'bytea', 'bytea'],
      into: 'log_entries',
      // Only the row that was the newest one before is there already.
      onConflict: `(account, log, first) do update set high = excluded.high, heads = excluded.heads, commitments = excluded.commitments, root = excluded.root`,
      valuesOf({ first, high, entries, root }) {
        const { heads, commitments } = encodeEntries(entries);
        return [first, high, heads, commitments, root === undefined ? null : bytesOf([root])];
      },
      start: `${account}, ${log}`,
    });
    await this.#write([...this.#tiles.values()], {
      columns: ['level', 'part', 'hashes'],
      types: ['smallint', 'bigint', 'bytea'],
      into: 'log_tile',
      onConflict: `(account, log, level, part) do update set hashes = t.hashes || excluded.hashes`,
      valuesOf: ({ level, part, hashes }) => [level, part, bytesOf(hashes)],
      start: `${account}, ${log}`,
    });
    this.#rows.length = 0;
    this.#tiles.clear();
  }

  async #write<Row>(
    all: readonly Row[],
    {
      columns,
      types,
      into,
      onConflict,
      valuesOf,
      start,
    }: {
      columns: readonly string[];
      types: readonly string[];
      into: string;
      onConflict: string;
      valuesOf: (row: Row) => unknown[];
      start: string;
    },
  ): Promise<void> {
    for (let at = 0; at < all.length; at += writtenAtOnce) {
      const part = all.slice(at, at + writtenAtOnce);
      const tuples = part.map(
        (_, nth) =>
          `(${start}, ${types.map((type, place) => `$${nth * types.length + place + 1}::${type}`).join(', ')})`,
      );
      const text = `insert into ${into} as t (account, log, ${columns.join(', ')}) values ${tuples.join(', ')} on conflict ${onConflict}`;
      await rows(this.on, { name: '', text, values: part.flatMap(valuesOf) });
    }
  }
}

const newestRow = {
  name: 'newest entries of a log',
  text: `select e.first::text, e.high::text, e.heads, e.commitments from log_entries e where e.account = $1::int and e.log = $2::int order by e.first desc limit 1`,
};
