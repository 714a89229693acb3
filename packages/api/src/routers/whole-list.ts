import { DomainError, limits } from '@goal/contract';
import { partsOf, type Part } from '@goal/core';

import { ownerOf, type Context } from '../http/context.ts';
import { Streamed } from '../http/streamed.ts';

/** A procedure's context: who asks, and how to judge the key again. */
type Asking = Context & { revalidate: () => Promise<unknown> };

/**
 * Answers a list that the contract does not page: `head`, and the rows under `name`. A list of one part is a value. REST sends a longer one part by
 * part, whole at any size (rulings §5.3). Native tRPC, whose answers are made in one piece, reads it to its end; more than `limits.nativeRows` rows
 * throw `too_many_rows` there.
 */
export async function wholeList<Name extends string, View, Head extends object = object>(
  ctx: Asking,
  name: Name,
  first: Part<View>,
  head?: Head,
): Promise<Head & Record<Name, View[]>> {
  // A computed key widens the type; the object has exactly these fields.
  const made = (rows: View[]) => ({ ...head, [name]: rows }) as Head & Record<Name, View[]>;
  if (first.next === undefined || ctx.streams === 'none') return made(await rowsOf(first));
  const reader = { owner: ownerOf(ctx.facts), signal: ctx.cost.signal };
  const stream = new Streamed({
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    zips: false,
    bytes: () => jsonOf(JSON.stringify(made([])), partsOf(first, reader)),
    judge: ctx.revalidate,
  });
  // The door that takes streams sends it, and the client receives what the type says.
  return stream as unknown as Head & Record<Name, View[]>;
}

/** Reads the rest by one statement: many small ones would use up the request's allowance on a slow machine. */
async function rowsOf<View>({ rows, next }: Part<View>): Promise<View[]> {
  if (next === undefined) return rows;
  const rest = await next(limits.nativeRows - rows.length);
  if (rest.next !== undefined) throw new DomainError('too_many_rows');
  return [...rows, ...rest.rows];
}

/** `empty` is the whole answer without rows; the rows go before its last two brackets. */
async function* jsonOf(empty: string, parts: AsyncIterable<unknown[]>): AsyncGenerator<Buffer> {
  let before = empty.slice(0, -2);
  for await (const rows of parts) {
    if (rows.length === 0) continue;
    yield Buffer.from(before + JSON.stringify(rows).slice(1, -1));
    before = ',';
  }
  yield Buffer.from(empty.slice(-2));
}
