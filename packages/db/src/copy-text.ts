import pg from 'pg';

/**
 * Rows in COPY's text format: columns end in a tab, rows in a line feed, `\N` is null. Each row is
 * in its message of the protocol (`copyMessage`), as it came.
 */
export type CopiedText = {
  /** The messages of complete rows. */
  bytes: Buffer;
  /** The number of rows. */
  count: number;
  /** The position of the message of the last row. */
  last: number;
  /** True if not all rows fitted. */
  isCut: boolean;
};

const [copyData, copyDone, errorResponse] = [...Buffer.from('dcE')];

/** A message of the protocol: a letter, its length without it in four bytes, and its content. */
export const copyMessage = {
  /** The bytes before the row. */
  head: 5,
  /** The end of the message that begins here. */
  end(bytes: Buffer, begin: number): number {
    const [high = 0, second = 0, third = 0, low = 0] = [
      bytes[begin + 1],
      bytes[begin + 2],
      bytes[begin + 3],
      bytes[begin + 4],
    ];
    return begin + 1 + ((high << 24) | (second << 16) | (third << 8) | low);
  },
};

/**
 * Returns the rows of a SELECT as bytes, the cheapest way to read many rows because no values are
 * made of them. Keeps as many rows as fit into `into`, and at least one. The result is valid until
 * `into` is used again. COPY takes no parameters, so the values are written into the statement.
 */
export async function copyText(
  pool: pg.Pool,
  { text, values }: { text: string; values: readonly unknown[] },
  into: Buffer,
): Promise<CopiedText> {
  const copy = new Copy(`COPY (${withValues(text, values)}) TO STDOUT`, into);
  // The types of `pg` say that a submitted query object is returned as it is, but the pool returns
  // a promise: hence the cast. The pool's timeouts apply as to any other statement.
  await (pool.query(copy) as unknown as Promise<unknown>);
  return copy.found;
}

const none: Buffer = Buffer.alloc(0);

type Listener = (chunk: Buffer) => void;

/**
 * Reads the connection in place of `pg` while rows arrive: for each row `pg` would make two objects
 * and call three functions, which costs as much as writing the row (docs/decisions/017-export.md).
 * `pg` gets everything else as it came, and all from the end of the rows or an error on.
 */
class Copy extends pg.Query {
  #rows: Buffer;
  /** The bytes of `#rows` that are filled. */
  #filled = 0;
  /** The rows that are kept: how many bytes they need, their number, where the last one begins. */
  #kept = { length: 0, count: 0, last: 0 };
  #isCut = false;
  /** How many bytes of the current message are to come, and whether it is a row that is kept. */
  #missing = 0;
  #use: 'keep' | 'drop' | 'pass' = 'pass';
  /** The first bytes of a message whose length has not arrived. */
  #head: Buffer = none;

  constructor(text: string, into: Buffer) {
    super(text);
    this.#rows = into;
    const { submit } = this;
    this.submit = (connection) => {
      this.#listen(connection);
      submit.call(this, connection);
    };
  }

  get found(): CopiedText {
    const { length, count, last } = this.#kept;
    return { bytes: this.#rows.subarray(0, length), count, last, isCut: this.#isCut };
  }

  #listen({ stream }: pg.Connection): void {
    const listeners = stream.listeners('data') as Listener[]; // Node calls them with each chunk
    const pass = (bytes: Buffer): void => listeners.forEach((listener) => listener(bytes));
    const read = (chunk: Buffer): void => {
      const rest = this.#read(chunk, pass);
      if (rest === undefined) return;
      stream.removeListener('data', read);
      for (const listener of listeners) stream.on('data', listener);
      pass(rest);
    };
    for (const listener of listeners) stream.removeListener('data', listener);
    stream.on('data', read);
  }

  /** Returns the bytes from the end of the rows on, once it has come. */
  #read(chunk: Buffer, pass: Listener): Buffer | undefined {
    const bytes = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    this.#head = none;
    // Rows that follow one another are copied together: these begin at `from`.
    let [from, at] = [0, 0];
    const copy = (): void => {
      if (from < at) this.#filled += bytes.copy(this.#rows, this.#filled, from, at);
    };
    while (at < bytes.length) {
      if (this.#missing === 0) {
        const kind = bytes[at];
        const isOver = kind === copyDone || kind === errorResponse;
        if (isOver || at + copyMessage.head > bytes.length) {
          copy();
          if (isOver) return bytes.subarray(at);
          this.#head = bytes.subarray(at);
          return undefined;
        }
        this.#missing = copyMessage.end(bytes, at) - at;
        this.#use = kind === copyData ? this.#begin(this.#filled + at - from, this.#missing) : 'pass';
        if (this.#use !== 'keep') copy();
      }
      const to = Math.min(at + this.#missing, bytes.length);
      this.#missing -= to - at;
      if (this.#use === 'pass') pass(bytes.subarray(at, to));
      at = to;
      if (this.#use !== 'keep') from = to;
    }
    copy();
    return undefined;
  }

  /** Decides whether to keep a row that would begin there. */
  #begin(begin: number, length: number): 'keep' | 'drop' {
    this.#isCut ||= begin + length > this.#rows.length && begin > 0;
    if (this.#isCut) return 'drop';
    if (length > this.#rows.length) this.#rows = Buffer.allocUnsafe(length);
    this.#kept = { length: begin + length, count: this.#kept.count + 1, last: begin };
    return 'keep';
  }
}

/** The statement with its parameters replaced by the values. */
export function withValues(text: string, values: readonly unknown[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1]));
}

/** The value as an SQL literal. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return `(${value})`;
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(element).join(',')}}`);
  throw new TypeError('a value that no statement is given');
}

function element(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`;
}
