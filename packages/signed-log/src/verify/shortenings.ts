import type { Shortening } from './verdict.ts';

const listedMax = 10_000;
const windowMs = 14 * 86_400_000;

/** The one legal way to make events vanish early: every retention that became shorter. */
export class Shortenings {
  readonly #listed: Shortening[] = [];
  readonly #bySite = new Map<string, Shortening[]>();
  #more = 0;

  /** Notes a change of retention; one that does not shorten is no matter. */
  note(change: Omit<Shortening, 'purged_within_14_days'>): void {
    const { from_days: from, to_days: to } = change;
    if (to < 0 || (from >= 0 && to >= from)) return;
    if (this.#listed.length === listedMax) return void this.#more++;
    const shortening = { ...change, purged_within_14_days: 0 };
    this.#listed.push(shortening);
    const ofSite = this.#bySite.get(change.site_id);
    if (ofSite === undefined) this.#bySite.set(change.site_id, [shortening]);
    else ofSite.push(shortening);
  }

  purged(siteId: string, until: string, events: number): void {
    for (const one of this.#bySite.get(siteId) ?? [])
      if (Date.parse(until) - Date.parse(one.at) <= windowMs) one.purged_within_14_days += events;
  }

  get listed(): Shortening[] {
    return this.#listed;
  }

  get more(): number {
    return this.#more;
  }
}
