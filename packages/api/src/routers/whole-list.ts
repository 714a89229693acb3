import { DomainError, limits } from '@goal/contract';
import { partsOf, type Part } from '@goal/core';

import { ownerOf, type Context } from '../context.ts';
import { Streamed } from '../rest/streamed.ts';

/** A procedure's context: who asks, and how the key is judged anew. */
type Asking = Context & { again: () => Promise<unknown> };

/**
 * The answer of a list that the contract does not page: `head`, and the rows under `name`. A list of one part is answered as a value. A longer one
 * leaves REST part by part, whole at any size (rulings §5.3); native tRPC, whose answers are made in one piece, reads it to its end. Throws
 * `too_many_rows` there for more than 10,000 rows.
 */
export async function wholeList<Name extends string, View, Head extends object = object>(
  ctx: Asking,
  name: Name,
  first: Part<View>,
  head?: Head,
): Promise<Head & Record<Name, View[]>> {
  // A key that is computed widens its type; what is made has just these fields.
  const made = (rows: View[]) => ({ ...head, [name]: rows }) as Head & Record<Name, View[]>;
  if (first.next === undefined || ctx.streams === 'none') return made(await rowsOf(first));
  const reader = { owner: ownerOf(ctx.facts), signal: ctx.cost.signal };
  const stream = new Streamed({
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    zips: false,
    bytes: () => jsonOf(JSON.stringify(made([])), partsOf(first, reader)),
    judge: ctx.again,
  });
  // The door that asked for a stream sends it; whoever reads the answer finds in it what the type says.
  return stream as unknown as Head & Record<Name, View[]>;
}

/** What is left comes by one statement: each more would take its time from the request's allowance. */
async function rowsOf<View>({ rows, next }: Part<View>): Promise<View[]> {
  if (next === undefined) return rows;
  const rest = await next(limits.nativeRows - rows.length);
  if (rest.next !== undefined) throw new DomainError('too_many_rows');
  return [...rows, ...rest.rows];
}

/** `empty` is the whole answer without rows: they are put in before its two last brackets. */
async function* jsonOf(empty: string, parts: AsyncIterable<unknown[]>): AsyncGenerator<Buffer> {
  let before = empty.slice(0, -2);
  for await (const rows of parts) {
    if (rows.length === 0) continue;
    yield Buffer.from(before + JSON.stringify(rows).slice(1, -1));
    before = ',';
  }
  yield Buffer.from(empty.slice(-2));
}
