import type { Database } from '@goal/db';

type Noted = { acceptedAt: number | undefined; refusedAt: number | undefined; refusal: string | undefined };

/** So many sites wait at most for the next flush; later ones are noted at their next request. */
const most = 50_000;

/**
 * «Why does nothing arrive?»: when each site's events were last accepted, and when a request of it was last refused and why. Kept in memory and
 * written in batches, so that it adds no write to a request.
 */
export class Arrivals {
  #waiting = new Map<number, Noted>();

  constructor(private readonly db: Database) {}

  accepted(site: number): void {
    const noted = this.#of(site);
    if (noted !== undefined) noted.acceptedAt = performance.now();
  }

  /** `sentence` as the sender reads it, such as `domain mismatch`. */
  refused(site: number, sentence: string): void {
    const noted = this.#of(site);
    if (noted === undefined) return;
    noted.refusedAt = performance.now();
    noted.refusal = sentence;
  }

  /** Writes what has waited; sites deleted meanwhile are passed over. On a failure it waits on. */
  async flush(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const batch = this.#waiting;
    this.#waiting = new Map();
    const now = performance.now();
    const age = (at: number | undefined): number | null => (at === undefined ? null : now - at);
    const sites = [...batch.keys()].sort((a, b) => a - b);
    const notes = sites.flatMap((site) => batch.get(site) ?? []);
    try {
      // Times are ages until here, so that the database's clock counts.
      await this.db.work.query(write, [
        sites,
        notes.map((noted) => age(noted.acceptedAt)),
        notes.map((noted) => age(noted.refusedAt)),
        notes.map((noted) => noted.refusal ?? null),
      ]);
    } catch (error) {
      for (const [site, noted] of batch) if (!this.#waiting.has(site)) this.#waiting.set(site, noted);
      throw error;
    }
  }

  #of(site: number): Noted | undefined {
    const known = this.#waiting.get(site);
    if (known !== undefined || this.#waiting.size >= most) return known;
    const noted: Noted = { acceptedAt: undefined, refusedAt: undefined, refusal: undefined };
    this.#waiting.set(site, noted);
    return noted;
  }
}

/** Locks the sites it writes for, so that none of them is deleted between the look and the write. */
const write = `insert into site_arrival as a (site_no, last_accepted_at, last_refused_at, last_refusal)
  select s.no, clock_timestamp() - u.accepted * interval '1 millisecond', clock_timestamp() - u.refused * interval '1 millisecond', u.refusal
  from unnest($1::int[], $2::float8[], $3::float8[], $4::text[]) u(site, accepted, refused, refusal) join site s on s.no = u.site
  order by s.no for key share of s
  on conflict (site_no) do update set
    last_accepted_at = greatest(a.last_accepted_at, excluded.last_accepted_at),
    last_refusal = case when excluded.last_refused_at > coalesce(a.last_refused_at, '-infinity') then excluded.last_refusal else a.last_refusal end,
    last_refused_at = greatest(a.last_refused_at, excluded.last_refused_at)`;
