import pg from 'pg';

/** The address of a PostgreSQL server. */
export type Host = { host: string; port: number };

/** The server is up, and a standby: it takes no writes. */
export class StandbyError extends Error {
  override readonly name = 'StandbyError';
  /** The code of a server that does not take connections yet. */
  readonly code = '57P03';

  constructor() {
    super('a standby, which takes no writes');
  }
}

/** No host of an address is a primary. `errors` says why, host by host. */
export class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError';
  readonly code = '57P03';

  constructor(readonly errors: readonly Error[]) {
    super(`no host of DATABASE_URL is a primary: ${errors.map(({ message }) => message).join('; ')}`);
  }
}

/** How long a host may take to say whether it is the primary. */
export const hostLimitMs = 3000;
/** How long the other hosts may still answer once one has said that it is a primary. */
const othersLimitMs = 500;

/**
 * Splits an address with several hosts, `postgresql://user:password@host1:5432,host2/db` as libpq
 * takes it, into one address for each host. An address with one host stays as it is.
 */
export function addressesOf(url: string): [string, ...string[]] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/s.exec(url);
  const [, before = '', hosts = '', behind = ''] = parts ?? [];
  const [first, ...others] = hosts.split(',').map((host) => `${before}${host}${behind}`);
  return others.length === 0 || first === undefined ? [url] : [first, ...others];
}

/** A parameter of an address with one host or several; undefined if the address lacks it. */
export function parameterOf(url: string, name: string): string | undefined {
  const [first] = addressesOf(url);
  return (URL.canParse(first) && new URL(first).searchParams.get(name)) || undefined;
}

/** The schema in which an address works. The start adds it where it is another one. */
export const schemaOf = (url: string | undefined): string =>
  (url === undefined ? undefined : parameterOf(url, 'schema')) ?? 'public';

/** The host of an address that has one. */
function hostOf(address: string): Host {
  const { host, port } = new pg.Client({ connectionString: address });
  return { host, port };
}

/** The hosts of an address, in words that may be shown: `db-1:5432, db-2:5432`. */
export const shownHosts = (url: string): string => addressesOf(url).map(hostOf).map(shown).join(', ');

const shown = ({ host, port }: Host): string => `${host}:${port}`;

/** Asks the server of an address for its timeline. Throws `StandbyError`. */
export type AskTimeline = (address: string) => Promise<string>;

type Found = { host: Host; timeline: string };

/**
 * Finds the primary among the hosts of one address. All connections of a process to that address
 * share what it knows.
 *
 * - It asks all hosts at once, each for at most `hostLimitMs`: a machine that has gone delays the
 *   search by no more than that.
 * - Of several primaries it takes the one with the highest timeline. A promotion begins a new
 *   timeline, so a former primary that was started again is not taken for the present one.
 * - It remembers the primary until a connection to it fails or is lost (`doubt`).
 */
export class PrimaryFinder {
  readonly #hosts: readonly Host[];
  #known: Host | undefined;
  #search: Promise<Host> | undefined;

  constructor(
    readonly addresses: readonly [string, ...string[]],
    private readonly ask: AskTimeline,
  ) {
    this.#hosts = addresses.map(hostOf);
  }

  /** Throws `NoPrimaryError`. */
  async find(): Promise<Host> {
    if (this.#known !== undefined) return this.#known;
    this.#search ??= this.#askAll().finally(() => (this.#search = undefined));
    return await this.#search;
  }

  /** A connection to this host failed or was lost, so the next one asks again. */
  doubt(host: Host): void {
    if (this.#known === host) this.#known = undefined;
  }

  async #askAll(): Promise<Host> {
    const found: Found[] = [];
    const errors = this.#hosts.map((host) => new Error(`${shown(host)}: no answer in time`));
    const asked = this.#hosts.map(async (host, index) => {
      try {
        found.push({ host, timeline: await this.ask(this.addresses[index] ?? '') });
      } catch (cause) {
        errors[index] = new Error(`${shown(host)}: ${wordsOf(cause)}`, { cause });
        throw cause;
      }
    });
    const all = Promise.allSettled(asked);
    // Fails only when every host has failed, and then nothing is left to wait for.
    const first = Promise.any(asked).catch(() => {});
    await within(hostLimitMs, first);
    if (found.length > 0) await within(othersLimitMs, all);
    const [best, ...others] = found;
    if (best === undefined) throw new NoPrimaryError(errors);
    const { host } = others.reduce((one, other) => (other.timeline > one.timeline ? other : one), best);
    this.#known = host;
    return host;
  }
}

/** The words of an error. Node's error for a name with several addresses has none of its own. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  return error.message === '' ? code : error.message;
}

/** Waits for the end of `work`, at most `limitMs`. */
async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)));
  await Promise.race([work, late]);
  clearTimeout(timer);
}
