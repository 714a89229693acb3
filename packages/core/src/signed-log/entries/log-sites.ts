import { rows, type Queryable } from '@goal/db';

/** What the log says of a site so far. */
export type LogSite = {
  rowId: number;
  id: string;
  /** The number of its last event in the logs of the account. */
  n: number;
  /** As its newest note says; -1: never purged. */
  retentionDays: number;
  isDeleted: boolean;
};

type LogSiteRow = [rowId: number, id: string, n: number, days: number, deleted: string];

const columns = 'site, site_id::text, n, retention_days, deleted';
export const someSites = {
  name: 'some sites of a log',
  text: `select s.* from unnest($2::int[]) q(site) cross join lateral (
      select ${columns} from log_site where account = $1::int and site = q.site limit 1) s`,
};
const allSites = { name: 'sites of a log', text: `select ${columns} from log_site where account = $1::int` };

const toSite = ([rowId, id, n, retentionDays, deleted]: LogSiteRow): LogSite => ({
  rowId,
  id,
  n,
  retentionDays,
  isDeleted: deleted === 't',
});

/** The sites that the logs of an account know, by row id. */
export async function sitesOfLog(on: Queryable, account: number): Promise<Map<number, LogSite>> {
  const found = await rows<LogSiteRow>(on, { ...allSites, values: [account] });
  return new Map(found.map((row) => [row[0], toSite(row)]));
}

/** Those of these sites that the logs of an account know, by row id. */
export async function someSitesOfLog(
  on: Queryable,
  account: number,
  sites: readonly number[],
): Promise<Map<number, LogSite>> {
  if (sites.length === 0) return new Map();
  const found = await rows<LogSiteRow>(on, { ...someSites, values: [account, [...new Set(sites)]] });
  return new Map(found.map((row) => [row[0], toSite(row)]));
}

/** Rows that one statement writes. */
const writtenAtOnce = 64;

/** The sites of a log while something is appended to it, under the lock of its head. */
export class OpenLogSites {
  readonly #sites = new Map<number, LogSite>();
  readonly #asked = new Set<number>();
  readonly #changed = new Set<LogSite>();
  #isWhole = false;

  constructor(
    private readonly on: Queryable,
    private readonly account: number,
  ) {}

  /** Reads these sites, so that `find` knows them. */
  async load(sites: Iterable<number>): Promise<void> {
    if (this.#isWhole) return;
    const unknown = [...new Set(sites)].filter((site) => !this.#asked.has(site));
    if (unknown.length === 0) return;
    for (const row of await rows<LogSiteRow>(this.on, { ...someSites, values: [this.account, unknown] }))
      this.#keep(row);
    for (const site of unknown) this.#asked.add(site);
  }

  /** Reads all sites of the account, in the order of their row ids. */
  async loadAll(): Promise<LogSite[]> {
    if (!this.#isWhole)
      for (const row of await rows<LogSiteRow>(this.on, { ...allSites, values: [this.account] })) this.#keep(row);
    this.#isWhole = true;
    return [...this.#sites.values()].toSorted((a, b) => a.rowId - b.rowId);
  }

  /** A site that was loaded; undefined: the log does not know it. */
  find(rowId: number): LogSite | undefined {
    return this.#sites.get(rowId);
  }

  add(site: LogSite): void {
    this.#sites.set(site.rowId, site);
    this.#changed.add(site);
  }

  change(site: LogSite, to: Partial<Pick<LogSite, 'n' | 'retentionDays' | 'isDeleted'>>): void {
    Object.assign(site, to);
    this.#changed.add(site);
  }

  /** Writes what was changed. */
  async save(): Promise<void> {
    const changed = [...this.#changed];
    for (let at = 0; at < changed.length; at += writtenAtOnce) {
      const part = changed.slice(at, at + writtenAtOnce);
      const tuples = part.map((_, nth) => {
        const [site, id, n, days, deleted] = Array.from({ length: 5 }, (__, place) => `$${nth * 5 + place + 1}`);
        return `(${this.account}, ${site}::int, ${id}::uuid, ${n}::bigint, ${days}::int, ${deleted}::bool)`;
      });
      const values = part.flatMap(({ rowId, id, n, retentionDays, isDeleted }) => [
        rowId,
        id,
        n,
        retentionDays,
        isDeleted,
      ]);
      await this.on.query(
        `insert into log_site (account, site, site_id, n, retention_days, deleted) values ${tuples.join(', ')}
         on conflict (account, site) do update set n = excluded.n, retention_days = excluded.retention_days, deleted = excluded.deleted`,
        values,
      );
    }
    this.#changed.clear();
  }

  #keep(row: LogSiteRow): void {
    // What was changed here is newer.
    if (!this.#sites.has(row[0])) this.#sites.set(row[0], toSite(row));
  }
}
