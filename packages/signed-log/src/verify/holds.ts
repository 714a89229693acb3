import type { HoldVerdict } from './verdict.ts';
import { BundleFault } from './verdict.ts';

/** Legal holds: no purge may happen within one. */
export class Holds {
  readonly #all = new Map<string, HoldVerdict>();

  begin(hold: string, siteId: string | null, at: string): void {
    if (this.#all.has(hold)) throw new BundleFault(`hold ${hold} begins twice`);
    this.#all.set(hold, { hold, site_id: siteId, began_at: at, ended_at: null });
  }

  end(hold: string, at: string): void {
    const running = this.#all.get(hold);
    if (running === undefined || running.ended_at !== null)
      throw new BundleFault(`hold ${hold} ends, and it does not run`);
    running.ended_at = at;
  }

  /**
   * Throws where a purge note stands within a hold of the site, or says that it purged within one.
   * The place in the log decides for a hold that runs: it was set after what was purged before it
   * had its note.
   */
  judgePurge(siteId: string, until: string): void {
    for (const { hold, site_id, began_at, ended_at } of this.#all.values())
      if ((site_id === null || site_id === siteId) && (ended_at === null || (until >= began_at && until < ended_at)))
        throw new BundleFault(`site ${siteId} was purged at ${until}, within the legal hold ${hold}`);
  }

  verdict(): HoldVerdict[] {
    return [...this.#all.values()];
  }
}
