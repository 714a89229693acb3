import type { BundleScope } from '../bundle-lines.ts';
import type { LogNote } from '../notes.ts';
import { Holds } from './holds.ts';
import { isId } from './read-note.ts';
import { Shortenings } from './shortenings.ts';
import { notCounted, SiteLedger } from './site-ledger.ts';
import { BundleFault, type EventCounts, type Verdict } from './verdict.ts';

/** The facts of an event line, whether the event is there or gone. */
interface Seen {
  index: number;
  siteId: string;
  n: number;
  occurredOn: string;
  receivedAt: string;
}

const dayMs = 86_400_000;
const arrivalsFallMaxMs = 5_000;

/** The sites of a bundle, first log to last: their events and what notes say of them. */
export class Sites {
  readonly scope: BundleScope;
  readonly #ledgers = new Map<string, SiteLedger>();
  readonly #shortenings = new Shortenings();
  readonly #holds = new Holds();
  #isAccountDeleted = false;
  /** Lines so far that hide leaves. */
  #gaps = 0;
  #arrived = '';
  #arrivedMs = 0;
  #newestNoteMs = 0;
  #purgesBeforeSealing = 0;
  #arrivalFalls = 0;
  #firstFall: number | null = null;

  constructor(scope: BundleScope) {
    this.scope = scope;
  }

  get isWholeAccount(): boolean {
    return 'account_id' in this.scope;
  }

  /** The latest time of arrival; empty before the first event. */
  get newestArrival(): string {
    return this.#arrived;
  }

  kept(seen: Seen, occurredAt: string): void {
    this.#noteArrival(seen);
    // Most events happened on the day they arrived, and those need no arithmetic.
    const isLate =
      seen.occurredOn !== seen.receivedAt.slice(0, 10) && Date.parse(seen.receivedAt) - Date.parse(occurredAt) > dayMs;
    this.#ledger(seen.siteId).addKept(seen.n, isLate);
  }

  /** An event that is gone has only a day left, so it is late when the whole day is. */
  gone(seen: Seen, isRedacted: boolean): void {
    this.#noteArrival(seen);
    const isLate = Date.parse(seen.receivedAt) - Date.parse(`${seen.occurredOn}T23:59:59.999Z`) > dayMs;
    this.#ledger(seen.siteId).addGone(seen.n, seen.index, seen.occurredOn, isRedacted, isLate);
  }

  /** Applies a note. `isBehindStart`: it came while the bundle was written. Throws on a breach. */
  apply(note: LogNote, index: number, isBehindStart: boolean): void {
    this.#newestNoteMs = Date.parse(note.at);
    switch (note.kind) {
      case 'site.begin':
      case 'site.retention':
        return this.#setRetention(note, index);
      case 'site.delete':
        return this.#ledger(note.site_id).delete();
      case 'site.count':
        for (const [siteId, n] of note.sites) this.#ledger(siteId).count(n, this.#gaps);
        return;
      case 'purge':
        if (note.unsealed === true) this.#purgesBeforeSealing++;
        for (const [siteId, before, until, events] of note.sites) {
          if (until > note.at) throw new BundleFault(`site ${siteId} was purged at ${until}, which is after the note`);
          this.#holds.judgePurge(siteId, until);
          this.#ledger(siteId).purge([siteId, before, until, events]);
          this.#shortenings.purged(siteId, until, events);
        }
        return;
      case 'redact':
        for (const [siteId, numbers] of note.sites) this.#ledger(siteId).redact(numbers, isBehindStart);
        return;
      case 'hold.begin':
        return this.#holds.begin(note.hold, note.site_id, note.at);
      case 'hold.end':
        return this.#holds.end(note.hold, note.at);
      case 'log.delete':
        this.#isAccountDeleted = true;
        for (const ledger of this.#ledgers.values()) ledger.delete();
        return;
      case 'log.begin':
      case 'key':
    }
  }

  /** Leaves are hidden here. */
  skip(): void {
    this.#gaps++;
  }

  /** Whether an event or note may still follow. */
  get isAccountDeleted(): boolean {
    return this.#isAccountDeleted;
  }

  /** At the end each gone event has its reason, and the log says how many each site has. */
  endFile(): void {
    for (const ledger of this.#ledgers.values()) {
      ledger.judgeGone();
      if (!this.isWholeAccount) ledger.judgeCounted(this.#gaps);
    }
    if ('site_id' in this.scope && !this.#ledgers.has(this.scope.site_id)) throw notCounted(this.scope.site_id);
  }

  verdict(): Pick<
    Verdict,
    | 'events'
    | 'purges_before_sealing'
    | 'sites'
    | 'shortenings'
    | 'more_shortenings'
    | 'holds'
    | 'arrivals_out_of_order'
  > {
    const sites = [...this.#ledgers.values()].map((ledger) => ledger.verdict());
    const events: EventCounts = { kept: 0, purged: 0, deleted: 0, redacted: 0, late: 0 };
    for (const site of sites) {
      events.kept += site.kept;
      events.purged += site.purged;
      events.deleted += site.deleted;
      events.redacted += site.redacted;
      events.late += site.late;
    }
    return {
      events,
      purges_before_sealing: this.#purgesBeforeSealing,
      sites,
      shortenings: this.#shortenings.listed,
      more_shortenings: this.#shortenings.more,
      holds: this.#holds.verdict(),
      arrivals_out_of_order: { events: this.#arrivalFalls, first_index: this.#firstFall },
    };
  }

  #setRetention(note: LogNote & { kind: 'site.begin' | 'site.retention' }, index: number): void {
    const { site_id, retention_days, by, at } = note;
    const ledger = this.#ledger(site_id);
    const from_days = ledger.retentionDays;
    if (note.kind === 'site.retention' && from_days === undefined)
      throw new BundleFault(`the retention of site ${site_id} changes before the note of its beginning`);
    ledger.setRetention(retention_days);
    if (from_days !== undefined) this.#shortenings.note({ index, at, site_id, from_days, to_days: retention_days, by });
  }

  #ledger(siteId: string): SiteLedger {
    const known = this.#ledgers.get(siteId);
    if (known !== undefined) return known;
    if (!isId(siteId)) throw new BundleFault('the id of the site has a form that none has');
    if ('site_id' in this.scope && siteId !== this.scope.site_id)
      throw new BundleFault(`the bundle of one site shows another one: ${siteId}`);
    const made = new SiteLedger(siteId);
    this.#ledgers.set(siteId, made);
    return made;
  }

  #noteArrival({ receivedAt, index }: Seen): void {
    if (receivedAt === this.#arrived) return;
    const ms = Date.parse(receivedAt);
    // A time that there is not, as of a 13th month, counts too.
    if (!(ms >= Math.max(this.#arrivedMs - arrivalsFallMaxMs, this.#newestNoteMs - dayMs))) {
      this.#arrivalFalls++;
      this.#firstFall ??= index;
    }
    this.#arrived = receivedAt;
    this.#arrivedMs = ms;
  }
}
