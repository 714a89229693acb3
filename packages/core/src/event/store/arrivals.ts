import { errorCatalogue, limits, withoutSecrets } from '@goal/contract';
import { withAllowance, type Database } from '@goal/db';

type Noted = {
  acceptedAt: number | undefined;
  refusedAt: number | undefined;
  refusal: string | undefined;
  domain: string | undefined;
  guessedAt: number | undefined;
};

const invalidToken = errorCatalogue.invalid_token.message;
const mismatch = errorCatalogue.domain_mismatch.message;

/** Sites that may wait for a flush. A site beyond them is noted at its next request. */
const waitingMaxSites = 50_000;

/**
 * Answers «why does nothing arrive?»: when each site's events were last accepted, and when a
 * request of the site was last refused and why. The notes are kept in memory and written in
 * batches, so that no request pays for a write.
 */
export class Arrivals {
  #waiting = new Map<number, Noted>();
  #writing = Promise.resolve();

  constructor(private readonly db: Database) {}

  accepted(site: number): void {
    const noted = this.#of(site);
    if (noted !== undefined) noted.acceptedAt = performance.now();
  }

  /** A refusal, as the sender reads it; `domain` of a mismatch is for members (rulings §10.35). */
  refused(site: number, sentence: string, domain?: string): void {
    const noted = this.#of(site);
    if (noted === undefined) return;
    noted.refusedAt = performance.now();
    noted.refusal = sentence;
    noted.domain = sentence === mismatch && domain !== undefined ? shownDomain(domain) : undefined;
  }

  /** A wrong secret, which anybody may send: not written within 24 hours of a key's own act. */
  guessed(site: number): void {
    const noted = this.#of(site);
    if (noted !== undefined) noted.guessedAt = performance.now();
  }

  /** Flushes before a read that follows a test event. A later flush reports a failure. */
  async flushIfPossible(): Promise<void> {
    await this.flush().catch(() => {});
  }

  /** Writes the notes of sites that exist; after a failure they wait. One flush runs at a time. */
  flush(): Promise<void> {
    // A flush is shared work: it must not run at the cost of one caller's allowance.
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
      // Times are sent as ages, so that the database's clock decides.
      await this.db.work.query(write, [
        sites,
        notes.map((noted) => age(noted.acceptedAt)),
        notes.map((noted) => age(noted.refusedAt)),
        notes.map((noted) => noted.refusal ?? null),
        notes.map((noted) => noted.isGuess),
        notes.map((noted) => noted.domain ?? null),
      ]);
    } catch (error) {
      for (const [site, noted] of batch) if (!this.#waiting.has(site)) this.#waiting.set(site, noted);
      throw error;
    }
  }

  #of(site: number): Noted | undefined {
    const known = this.#waiting.get(site);
    if (known !== undefined || this.#waiting.size >= waitingMaxSites) return known;
    const noted: Noted = {
      acceptedAt: undefined,
      refusedAt: undefined,
      refusal: undefined,
      domain: undefined,
      guessedAt: undefined,
    };
    this.#waiting.set(site, noted);
    return noted;
  }
}

/** Long enough that a key that begins within a domain's length is found whole. */
const searchedLength = 2 * limits.domainLength;

/** A key in it is cut to its prefix. */
function shownDomain(domain: string): string {
  return withoutSecrets(domain.slice(0, searchedLength)).slice(0, limits.domainLength);
}

/** A guess counts only when no key of the site did anything. */
function toWrite(noted: Noted): Omit<Noted, 'guessedAt'> & { isGuess: boolean } {
  const isGuess = noted.acceptedAt === undefined && noted.refusedAt === undefined;
  return isGuess ? { ...noted, refusedAt: noted.guessedAt, refusal: invalidToken, isGuess } : { ...noted, isGuess };
}

/** Locks the sites, so that none of them is deleted between the check and the write. */
const write = `insert into site_arrival as a (site_no, last_accepted_at, last_refused_at, last_refusal, refused_domain)
  select s.no, clock_timestamp() - u.accepted * interval '1 millisecond', clock_timestamp() - u.refused * interval '1 millisecond', u.refusal, u.domain
  from unnest($1::int[], $2::float8[], $3::float8[], $4::text[], $5::bool[], $6::text[]) u(site, accepted, refused, refusal, is_guess, domain)
    join site s on s.no = u.site left join site_arrival k on k.site_no = s.no
  where not (u.is_guess and coalesce(now() - interval '24 hours' <
    greatest(k.last_accepted_at, case when k.last_refusal <> '${invalidToken}' then k.last_refused_at end), false))
  order by s.no for key share of s
  on conflict (site_no) do update set
    last_accepted_at = greatest(a.last_accepted_at, excluded.last_accepted_at),
    last_refusal = case when excluded.last_refused_at >= coalesce(a.last_refused_at, '-infinity') then excluded.last_refusal else a.last_refusal end,
    refused_domain = case when excluded.last_refused_at >= coalesce(a.last_refused_at, '-infinity') then excluded.refused_domain else a.refused_domain end,
    last_refused_at = greatest(a.last_refused_at, excluded.last_refused_at)`;
