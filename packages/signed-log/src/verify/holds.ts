import { Spans } from './spans.ts';
import type { HoldVerdict } from './verdict.ts';
import { BundleFault } from './verdict.ts';

/** The range of holds: a site, or for null the whole account. */
interface Covered {
  /** Holds that run. */
  running: number;
  ended: Spans;
}

/** Legal holds: no purge may happen within one. */
export class Holds {
  readonly #all = new Map<string, HoldVerdict>();
  readonly #covered = new Map<string | null, Covered>();

  begin(hold: string, siteId: string | null, at: string): void {
    if (this.#all.has(hold)) throw new BundleFault(`hold ${hold} begins twice`);
    this.#all.set(hold, { hold, site_id: siteId, began_at: at, ended_at: null });
    this.#coveredBy(siteId).running++;
  }

  end(hold: string, at: string): void {
    const running = this.#all.get(hold);
    if (running === undefined || running.ended_at !== null)
      throw new BundleFault(`hold ${hold} ends, and it does not run`);
    running.ended_at = at;
    const covered = this.#coveredBy(running.site_id);
    covered.running--;
    covered.ended.add(running.began_at, at);
  }

  /**
   * Throws where a purge note stands within a hold of the site, or says that it purged within one.
   * The place in the log decides for a hold that runs: it was set after what was purged before it
   * had its note.
   */
  judgePurge(siteId: string, until: string): void {
    if (!this.#isHeld(siteId, until) && !this.#isHeld(null, until)) return;
    const found = this.verdict().find(
      ({ site_id, began_at, ended_at }) =>
        (site_id === null || site_id === siteId) && (ended_at === null || (until >= began_at && until < ended_at)),
    );
    throw new BundleFault(`site ${siteId} was purged at ${until}, within the legal hold ${found?.hold}`);
  }

  verdict(): HoldVerdict[] {
    return [...this.#all.values()];
  }

  #isHeld(siteId: string | null, at: string): boolean {
    const covered = this.#covered.get(siteId);
    return covered !== undefined && (covered.running > 0 || covered.ended.has(at));
  }

  #coveredBy(siteId: string | null): Covered {
    const covered = this.#covered.get(siteId) ?? { running: 0, ended: new Spans() };
    this.#covered.set(siteId, covered);
    return covered;
  }
}
