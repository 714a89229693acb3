import pg from 'pg';

/** Rows in COPY's text format: columns end in a tab, rows in a line feed, `\N` is null. */
export type CopiedText = {
  /** Whole rows. */
  bytes: Buffer;
  /** There were more than had room. */
  isCut: boolean;
};

/**
 * What a SELECT finds, as bytes: the cheapest way out of the database for many rows, because nobody
 * makes values of them. It keeps as many rows as have room in `into`, and one at least; they lie
 * there until it is used again. COPY takes no parameters, so the values are written into the
 * statement.
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
  return { bytes: copy.bytes, isCut: copy.isCut };
}

class Copy extends pg.Query {
  isCut = false;
  #rows: Buffer;
  #length = 0;

  constructor(text: string, into: Buffer) {
    super(text);
    this.#rows = into;
  }

  get bytes(): Buffer {
    return this.#rows.subarray(0, this.#length);
  }

  /** Called by the connection with each row, which lies in a buffer that it uses again. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const length = this.#length + chunk.length;
    this.isCut ||= length > this.#rows.length && this.#length > 0;
    if (this.isCut) return;
    if (length > this.#rows.length) this.#rows = Buffer.allocUnsafe(length);
    chunk.copy(this.#rows, this.#length);
    this.#length = length;
  }
}

/** A statement with its values in the places of its parameters. */
export function withValues(text: string, values: readonly unknown[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1]));
}

/** A value as SQL. */
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
