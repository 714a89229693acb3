import { firstPlace } from './spans.ts';
import type { Shortening } from './verdict.ts';

const listedMax = 10_000;
const windowMs = 14 * 86_400_000;

/** The one legal way to make events vanish early: every retention that became shorter. */
export class Shortenings {
  readonly #listed: Shortening[] = [];
  readonly #bySite = new Map<string, SiteShortenings>();
  #more = 0;

  /** Notes a change of retention; one that does not shorten is no matter. */
  note(change: Omit<Shortening, 'purged_within_14_days'>): void {
    const { from_days: from, to_days: to } = change;
    if (to < 0 || (from >= 0 && to >= from)) return;
    if (this.#listed.length === listedMax) return void this.#more++;
    const shortening = { ...change, purged_within_14_days: 0 };
    this.#listed.push(shortening);
    const ofSite = this.#bySite.get(change.site_id) ?? new SiteShortenings();
    this.#bySite.set(change.site_id, ofSite);
    ofSite.add(shortening);
  }

  purged(siteId: string, until: string, events: number): void {
    this.#bySite.get(siteId)?.purged(Date.parse(until) - windowMs, events);
  }

  get listed(): Shortening[] {
    for (const ofSite of this.#bySite.values()) ofSite.settle();
    return this.#listed;
  }

  get more(): number {
    return this.#more;
  }
}

/**
 * Those of one site, by their time. What was purged counts for all that are not older than 14 days,
 * so it is noted at the first of them and added up at the end: a note costs the same however many
 * there are.
 */
class SiteShortenings {
  readonly #all: { ms: number; shortening: Shortening; purged: number; purgedBefore: number }[] = [];
  #purged = 0;

  add(shortening: Shortening): void {
    const ms = Date.parse(shortening.at);
    const place = firstPlace(this.#all.length, (one) => (this.#all[one]?.ms ?? 0) > ms);
    // The notes of a log are in the order of their times, so all but a few are added at the end.
    const purgedBefore =
      place === this.#all.length
        ? this.#purged
        : this.#all.slice(0, place).reduce((sum, { purged }) => sum + purged, 0);
    this.#all.splice(place, 0, { ms, shortening, purged: 0, purgedBefore });
  }

  /** Counts events for all from a moment on. */
  purged(fromMs: number, events: number): void {
    const first = this.#all[firstPlace(this.#all.length, (one) => (this.#all[one]?.ms ?? 0) >= fromMs)];
    if (first === undefined) return;
    first.purged += events;
    this.#purged += events;
  }

  settle(): void {
    let sum = 0;
    for (const { shortening, purged, purgedBefore } of this.#all) {
      sum += purged;
      shortening.purged_within_14_days = sum - purgedBefore;
    }
  }
}
