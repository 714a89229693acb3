import type { PurgedSite } from '../notes.ts';
import { NumberSet } from './number-set.ts';
import { BundleFault, type SiteVerdict } from './verdict.ts';

const dayMs = 86_400_000;

/** A bundle of sites ended with hidden leaves and no `site.count` note behind them. */
export const notCounted = (siteId: string): BundleFault =>
  new BundleFault(`the log does not count the events of site ${siteId} behind the last of them`);

/** The numbers, retention and unexplained gaps of one site: a bit for each event at most. */
export class SiteLedger {
  readonly #siteId: string;
  #last = 0;
  #retentionDays: number | undefined;
  #isDeleted = false;
  /** Gaps of hidden leaves before the note that counts all events so far; undefined: none does. */
  #countedBehind: number | undefined;
  #kept = 0;
  #late = 0;
  #purged = 0;
  #deleted = 0;
  #redacted = 0;
  /** Gone events that no purge note behind them has counted yet. */
  #uncounted = 0;
  /**
   * The latest day among the gone events that no purge note behind them reaches yet. Whatever note
   * reaches it reaches the others as well.
   */
  #unreached: { day: string; index: number } | undefined;
  readonly #gone = new NumberSet();
  readonly #redactedWithoutNote = new NumberSet();

  constructor(siteId: string) {
    this.#siteId = siteId;
  }

  get retentionDays(): number | undefined {
    return this.#retentionDays;
  }

  /** `site.begin` and `site.retention`: they count from their place in the log on. */
  setRetention(days: number): void {
    if (this.#isDeleted) throw new BundleFault(`site ${this.#siteId} was deleted before this note`);
    this.#retentionDays = days;
  }

  addKept(n: number, isLate: boolean): void {
    this.#number(n);
    this.#kept++;
    if (isLate) this.#late++;
  }

  addGone(n: number, index: number, day: string, isRedacted: boolean, isLate: boolean): void {
    this.#number(n);
    this.#gone.add(n);
    if (isLate) this.#late++;
    if (isRedacted) this.#redactedWithoutNote.add(n);
    else {
      this.#uncounted++;
      if (this.#unreached === undefined || day > this.#unreached.day) this.#unreached = { day, index };
    }
  }

  /** A purge note: it may count events before it only, and only those that its rule lets go. */
  purge([, before, until, events]: PurgedSite): void {
    const days = this.#retentionDays;
    if (days === undefined) throw new BundleFault(`site ${this.#siteId} is purged before its retention is in the log`);
    if (days < 0) throw new BundleFault(`site ${this.#siteId} is purged, and its events are never to be purged`);
    if (Date.parse(before) > Date.parse(until) - days * dayMs)
      throw new BundleFault(
        `site ${this.#siteId} was purged up to ${before} at ${until}, and its retention of ${days} days allows less`,
      );
    const counted = Math.min(this.#uncounted, events);
    this.#uncounted -= counted;
    this.#purged += counted;
    if (this.#unreached !== undefined && this.#unreached.day <= before.slice(0, 10)) this.#unreached = undefined;
  }

  /** A redact note. `mayBeShown`: the line may still show the text. */
  redact(numbers: readonly number[], mayBeShown: boolean): void {
    for (const n of numbers) {
      if (n < 1 || n > this.#last)
        throw new BundleFault(`event ${n} of site ${this.#siteId} is redacted, and the log does not hold it yet`);
      if (!this.#gone.has(n) && !mayBeShown)
        throw new BundleFault(`event ${n} of site ${this.#siteId} is redacted, and the bundle shows its text`);
      if (this.#redactedWithoutNote.delete(n)) this.#redacted++;
    }
  }

  /** A note `site.count`; `gaps` of hidden leaves stand before it. */
  count(n: number, gaps: number): void {
    if (n !== this.#last)
      throw new BundleFault(`the log counts ${n} events of site ${this.#siteId}, and ${this.#last} are here`);
    this.#countedBehind = gaps;
  }

  /** `site.delete` and `log.delete`: whatever is gone is gone for this reason too. */
  delete(): void {
    this.#isDeleted = true;
    this.#deleted += this.#uncounted + this.#redactedWithoutNote.size;
    this.#uncounted = 0;
    this.#unreached = undefined;
    this.#redactedWithoutNote.clear();
  }

  /** At the end of a file: throws where an event is gone without a reason. */
  judgeGone(): void {
    if (this.#unreached !== undefined)
      throw new BundleFault(
        `site ${this.#siteId}: an event of ${this.#unreached.day} is gone, and no purge note behind it reaches that day`,
        this.#unreached.index,
      );
    if (this.#uncounted > 0)
      throw new BundleFault(
        `site ${this.#siteId}: ${this.#uncounted} more ${this.#uncounted === 1 ? 'event is' : 'events are'} gone than its purge notes count`,
      );
    if (this.#redactedWithoutNote.size > 0)
      throw new BundleFault(
        `site ${this.#siteId}: ${this.#redactedWithoutNote.size} ${this.#redactedWithoutNote.size === 1 ? 'event is' : 'events are'} said to be redacted, and no note says so`,
      );
  }

  /** At the end of a bundle of sites: a gap behind the count may hide further events. */
  judgeCounted(gaps: number): void {
    if (this.#countedBehind !== gaps) throw notCounted(this.#siteId);
  }

  verdict(): SiteVerdict {
    return {
      site_id: this.#siteId,
      events: this.#last,
      is_deleted: this.#isDeleted,
      kept: this.#kept,
      purged: this.#purged,
      deleted: this.#deleted,
      redacted: this.#redacted,
      late: this.#late,
    };
  }

  #number(n: number): void {
    if (this.#isDeleted) throw new BundleFault(`site ${this.#siteId} has an event behind the note of its deletion`);
    if (this.#retentionDays === undefined)
      throw new BundleFault(`site ${this.#siteId} has an event before the note of its beginning`);
    if (n !== this.#last + 1)
      throw new BundleFault(
        `the event of site ${this.#siteId} has number ${n}, and number ${this.#last + 1} must follow ${this.#last}`,
      );
    this.#last = n;
    this.#countedBehind = undefined;
  }
}
