import { errorCatalogue } from '@goal/contract';
import { withAllowance, type Database } from '@goal/db';

type Noted = {
  acceptedAt: number | undefined;
  refusedAt: number | undefined;
  refusal: string | undefined;
  guessedAt: number | undefined;
};

const invalidToken = errorCatalogue.invalid_token.message;

/** So many sites wait at most for the next flush; later ones are noted at their next request. */
const most = 50_000;

/**
 * «Why does nothing arrive?»: when each site's events were last accepted, and when a request of it was last refused and why. Kept in memory and
 * written in batches, so that it adds no write to a request.
 */
export class Arrivals {
  #waiting = new Map<number, Noted>();
  #writing = Promise.resolve();

  constructor(private readonly db: Database) {}

  accepted(site: number): void {
    const noted = this.#of(site);
    if (noted !== undefined) noted.acceptedAt = performance.now();
  }

  /** A key of the site was used; `sentence` as the sender reads it, such as `domain mismatch`. */
  refused(site: number, sentence: string): void {
    const noted = this.#of(site);
    if (noted === undefined) return;
    noted.refusedAt = performance.now();
    noted.refusal = sentence;
  }

  /**
   * A wrong secret stood behind the prefix of a key. Prefixes are no secrets, so anybody may have sent it: within 24 hours of what a key of the
   * site did it is not written, or it would hide that.
   */
  guessed(site: number): void {
    const noted = this.#of(site);
    if (noted !== undefined) noted.guessedAt = performance.now();
  }

  /**
   * The same before a reading, so that who asks after a test sees it. The reading does without where it fails: what waits stays, and the next
   * flush in the background tells the failure.
   */
  async flushIfPossible(): Promise<void> {
    await this.flush().catch(() => {});
  }

  /** Writes what has waited; sites deleted meanwhile are passed over. On a failure it waits on. Who calls while another writes waits for both. */
  flush(): Promise<void> {
    // For all who wait, not at the cost of the first of them.
    this.#writing = this.#writing.catch(() => {}).then(() => withAllowance(undefined, () => this.#write()));
    return this.#writing;
  }

  async #write(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const batch = this.#waiting;
    this.#waiting = new Map();
    const now = performance.now();
    const age = (at: number | undefined): number | null => (at === undefined ? null : now - at);
    const sites = [...batch.keys()].sort((a, b) => a - b);
    const notes = sites.flatMap((site) => batch.get(site) ?? []).map(toWrite);
    try {
      // Times are ages until here, so that the database's clock counts.
      await this.db.work.query(write, [
        sites,
        notes.map((noted) => age(noted.acceptedAt)),
        notes.map((noted) => age(noted.refusedAt)),
        notes.map((noted) => noted.refusal ?? null),
        notes.map((noted) => noted.isGuess),
      ]);
    } catch (error) {
      for (const [site, noted] of batch) if (!this.#waiting.has(site)) this.#waiting.set(site, noted);
      throw error;
    }
  }

  #of(site: number): Noted | undefined {
    const known = this.#waiting.get(site);
    if (known !== undefined || this.#waiting.size >= most) return known;
    const noted: Noted = { acceptedAt: undefined, refusedAt: undefined, refusal: undefined, guessedAt: undefined };
    this.#waiting.set(site, noted);
    return noted;
  }
}

/** A guess counts only where no key of the site did anything. */
function toWrite(noted: Noted): Omit<Noted, 'guessedAt'> & { isGuess: boolean } {
  const isGuess = noted.acceptedAt === undefined && noted.refusedAt === undefined;
  return isGuess ? { ...noted, refusedAt: noted.guessedAt, refusal: invalidToken, isGuess } : { ...noted, isGuess };
}

/** Locks the sites it writes for, so that none of them is deleted between the look and the write. */
const write = `insert into site_arrival as a (site_no, last_accepted_at, last_refused_at, last_refusal)
  select s.no, clock_timestamp() - u.accepted * interval '1 millisecond', clock_timestamp() - u.refused * interval '1 millisecond', u.refusal
  from unnest($1::int[], $2::float8[], $3::float8[], $4::text[], $5::bool[]) u(site, accepted, refused, refusal, is_guess)
    join site s on s.no = u.site left join site_arrival k on k.site_no = s.no
  where not (u.is_guess and coalesce(now() - interval '24 hours' <
    greatest(k.last_accepted_at, case when k.last_refusal <> '${invalidToken}' then k.last_refused_at end), false))
  order by s.no for key share of s
  on conflict (site_no) do update set
    last_accepted_at = greatest(a.last_accepted_at, excluded.last_accepted_at),
    last_refusal = case when excluded.last_refused_at >= coalesce(a.last_refused_at, '-infinity') then excluded.last_refusal else a.last_refusal end,
    last_refused_at = greatest(a.last_refused_at, excluded.last_refused_at)`;
