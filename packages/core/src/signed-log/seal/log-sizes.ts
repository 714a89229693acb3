import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A log was signed at a larger size than the database has: it was put back behind the server's
 * back.
 */
export class LogPutBackError extends Error {
  override readonly name = 'LogPutBackError';

  constructor(
    readonly origin: string,
    readonly size: number,
    readonly signed: number,
  ) {
    super(
      `the database has ${size} entries of the log ${origin}, and a checkpoint of ${signed} was signed here: it was put back to an older state`,
    );
  }
}

/** The number of outdated lines at which the file is rewritten. */
const outdatedMax = 10_000;

/**
 * The largest size that was signed of each log, in a file beside the data and not in the database.
 * So a database that was put back by hand signs no second history under a name that had another one
 * (docs/decisions/092-signed-log.md). A line is a size and an origin; the largest one of an origin
 * counts. It begins with its newline, so that one which a full disk cut off spoils no other.
 * Without a file it remembers in memory alone.
 */
export class LogSizes {
  readonly #file: string | undefined;
  #known: Map<string, number> | undefined;
  #lines = 0;

  constructor(dataDir: string | undefined) {
    this.#file = dataDir === undefined ? undefined : path.join(dataDir, 'log-sizes');
  }

  /** Read when they are first asked for: few processes seal. */
  get #sizes(): Map<string, number> {
    this.#known ??= this.#readInto(new Map());
    return this.#known;
  }

  /** Raises sizes to what the file has. */
  #readInto(known: Map<string, number>): Map<string, number> {
    for (const line of this.#read().split('\n')) {
      const [, size, origin] = /^(\d+) (\S+)$/.exec(line) ?? [];
      if (origin === undefined) continue;
      this.#lines += 1;
      known.set(origin, Math.max(Number(size), known.get(origin) ?? 0));
    }
    return known;
  }

  /** Throws `LogPutBackError` if a larger size was signed. */
  judge(origin: string, size: number): void {
    const signed = this.#sizes.get(origin) ?? 0;
    if (signed > size) throw new LogPutBackError(origin, size, signed);
  }

  /** Whether a larger size was signed. */
  wasSigned(origin: string, size: number): boolean {
    return (this.#sizes.get(origin) ?? 0) > size;
  }

  /** Call it when a checkpoint of this size was committed. */
  note(origin: string, size: number): void {
    this.#sizes.set(origin, size);
    if (this.#file === undefined) return;
    this.#lines += 1;
    if (this.#lines <= this.#sizes.size + outdatedMax) {
      mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
      appendFileSync(this.#file, lineOf([origin, size]), { mode: 0o600 });
      return;
    }
    const draft = `${this.#file}.${process.pid}`;
    // Another process may have written to it.
    writeFileSync(draft, [...this.#readInto(this.#sizes)].map(lineOf).join(''), { mode: 0o600 });
    renameSync(draft, this.#file);
    this.#lines = this.#sizes.size;
  }

  #read(): string {
    if (this.#file === undefined) return '';
    try {
      return readFileSync(this.#file, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
      throw error;
    }
  }
}

const lineOf = ([origin, size]: [origin: string, size: number]): string => `\n${size} ${origin}`;
