import type { FoundAccountEvent } from '@goal/contract';

export type Answer = { events: FoundAccountEvent[]; next_cursor: string; searched_back_to: string | null };
type Ask = (cursor: string, signal: AbortSignal) => Promise<Answer>;

/** Rows that the service gives at once, and rows that the page keeps. */
export const pageSize = 100;
const keptRows = 2000;
/** How often a search without a full page goes on by itself. */
const maxByItself = 3;
const maxArrived = 1000;

type Part = {
  /** Where the service found it; undefined for rows that arrived live. */
  cursor: string | undefined;
  /** The times of its rows, which outlive them: they hold the place of rows that were dropped. */
  times: readonly number[];
  /** Undefined once they were dropped to save memory; they are fetched again when scrolled to. */
  events: readonly FoundAccountEvent[] | undefined;
};

/** What goes on at the end of the list. */
export type Phase =
  | 'loading'
  /** More is there, and is fetched when scrolled to. */
  | 'more'
  /** The search went on by itself often enough, and waits for a word. */
  | 'paused'
  | 'end'
  | 'failed';

export type FeedState = {
  /** All rows, newest first; undefined in place of a row that was dropped. */
  times: readonly number[];
  rowAt: (index: number) => FoundAccountEvent | undefined;
  phase: Phase;
  /** How far back was searched; null once nothing further matches. */
  searchedBackTo: string | null;
  error: unknown;
  hasAnswered: boolean;
};

/**
 * The rows of the log: parts of a list that grows at its end as it is scrolled, and at its
 * beginning by what arrives. It keeps at most 2,000 rows, and fetches others again.
 */
export class Feed {
  #parts: Part[] = [];
  #next = '';
  #phase: Phase = 'loading';
  #backTo: string | null = null;
  #error: unknown = null;
  #byItself = 0;
  #isReading = false;
  readonly #refetching = new Set<Part>();
  readonly #gone = new AbortController();
  readonly #ask: Ask;
  readonly #changed: () => void;
  #state: FeedState;

  constructor(ask: Ask, changed: () => void) {
    this.#ask = ask;
    this.#changed = changed;
    this.#state = this.#snapshot();
  }

  get state(): FeedState {
    return this.#state;
  }

  close(): void {
    this.#gone.abort();
  }

  /** Reads the first or the next page, unless that is under way or nothing further is there. */
  async readOn(): Promise<void> {
    if (this.#isReading || this.#phase === 'end') return;
    this.#isReading = true;
    this.#phase = 'loading';
    this.#error = null;
    this.#publish();
    try {
      await this.#readPages();
    } catch (error) {
      if (this.#gone.signal.aborted) return;
      this.#phase = 'failed';
      this.#error = error;
    } finally {
      this.#isReading = false;
    }
    this.#publish();
  }

  /** Goes on with a search that waits for a word. */
  searchOn(): void {
    this.#byItself = 0;
    void this.readOn();
  }

  async #readPages(): Promise<void> {
    for (let got = 0; ;) {
      const cursor = this.#next;
      const answer = await this.#ask(cursor, this.#gone.signal);
      if (this.#gone.signal.aborted) return;
      const known = this.#idsOfArrived();
      const events = answer.events.filter(({ id }) => !known.has(id));
      if (events.length > 0 || this.#parts.length === 0) this.#parts.push(partOf(cursor, events));
      this.#next = answer.next_cursor;
      this.#backTo = answer.searched_back_to;
      got += answer.events.length;
      if (answer.next_cursor === '') this.#phase = 'end';
      else if (got >= pageSize) this.#phase = 'more';
      else if (this.#byItself >= maxByItself) this.#phase = 'paused';
      else {
        this.#byItself += 1;
        this.#publish();
        continue;
      }
      if (this.#phase === 'more') this.#byItself = 0;
      return;
    }
  }

  /** Those that the list lacks, each once: the newest page and the tail may both bring one. */
  unknown(events: readonly FoundAccountEvent[]): FoundAccountEvent[] {
    const known = new Set(this.#parts.flatMap((part) => part.events?.map(({ id }) => id) ?? []));
    return events.filter(({ id }) => !known.has(id) && known.add(id));
  }

  /** Puts events on top. Returns false if there are too many: then the list has to begin again. */
  addArrived(events: readonly FoundAccountEvent[]): boolean {
    const [first] = this.#parts;
    const arrived = first?.cursor === undefined ? first : undefined;
    const fresh = this.unknown(events);
    if (fresh.length === 0) return true;
    const all = [...fresh, ...(arrived?.events ?? [])].toSorted(newestFirst);
    if (all.length > maxArrived) return false;
    this.#parts = [partOf(undefined, all), ...this.#parts.slice(arrived === undefined ? 0 : 1)];
    this.#publish();
    return true;
  }

  /** Says which rows are seen: drops those far away, and fetches dropped ones again. */
  show(first: number, last: number): void {
    let start = 0;
    const places = this.#parts.map((part) => {
      const place = { part, start, end: start + part.times.length };
      start = place.end;
      return place;
    });
    for (const { part, start: from, end } of places)
      if (part.events === undefined && from < last && end > first) void this.#refetch(part);
    let kept = places.reduce((sum, { part }) => sum + (part.events?.length ?? 0), 0);
    if (kept <= keptRows) return;
    const middle = (first + last) / 2;
    const distance = ({ start: from, end }: (typeof places)[number]): number => Math.abs((from + end) / 2 - middle);
    for (const { part } of places.toSorted((a, b) => distance(b) - distance(a))) {
      if (kept <= keptRows) break;
      if (part.cursor === undefined || part.events === undefined) continue;
      kept -= part.events.length;
      part.events = undefined;
    }
    this.#publish();
  }

  async #refetch(part: Part): Promise<void> {
    if (this.#refetching.has(part) || part.cursor === undefined) return;
    this.#refetching.add(part);
    try {
      const { events } = await this.#ask(part.cursor, this.#gone.signal);
      // Retention or a deletion may have taken events meanwhile.
      const ids = this.#idsOfArrived();
      part.events = events.filter(({ id }) => !ids.has(id));
      part.times = part.events.map(timeOf);
      this.#publish();
    } catch {
      // The rows stay empty, and are asked for again when the list is scrolled.
    } finally {
      this.#refetching.delete(part);
    }
  }

  #idsOfArrived(): Set<number> {
    const [first] = this.#parts;
    return new Set(first?.cursor === undefined ? first?.events?.map(({ id }) => id) : []);
  }

  #publish(): void {
    if (this.#gone.signal.aborted) return;
    this.#state = this.#snapshot();
    this.#changed();
  }

  #snapshot(): FeedState {
    const parts = this.#parts.map(({ times, events }) => ({ length: times.length, events }));
    return {
      times: this.#parts.flatMap(({ times }) => times),
      rowAt(index) {
        let at = index;
        for (const { length, events } of parts) {
          if (at < length) return events?.[at];
          at -= length;
        }
        return undefined;
      },
      phase: this.#phase,
      searchedBackTo: this.#backTo,
      error: this.#error,
      hasAnswered: this.#parts.length > 0,
    };
  }
}

const timeOf = ({ occurred_at: at }: FoundAccountEvent): number => Date.parse(at);

const newestFirst = (a: FoundAccountEvent, b: FoundAccountEvent): number => timeOf(b) - timeOf(a) || b.id - a.id;

const partOf = (cursor: string | undefined, events: readonly FoundAccountEvent[]): Part => ({
  cursor,
  times: events.map(timeOf),
  events,
});
