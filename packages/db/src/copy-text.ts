import pg from 'pg';

/** Rows in COPY's text format: columns end in a tab, rows in a line feed, `\N` is null. */
export type CopiedText = {
  /** Complete rows. */
  bytes: Buffer;
  /** True if not all rows fitted. */
  isCut: boolean;
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

  /** Called by the connection with each row. The connection reuses the row's buffer. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const length = this.#length + chunk.length;
    this.isCut ||= length > this.#rows.length && this.#length > 0;
    if (this.isCut) return;
    if (length > this.#rows.length) this.#rows = Buffer.allocUnsafe(length);
    chunk.copy(this.#rows, this.#length);
    this.#length = length;
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
