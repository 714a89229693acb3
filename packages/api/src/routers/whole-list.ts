import { DomainError, limits } from '@goal/contract';
import { partsOf, type Part } from '@goal/core';

import { ownerOf, type Context } from '../http/context.ts';
import { Streamed } from '../http/streamed.ts';

/** A procedure's context with a way to judge the key again. */
type RevalidatingContext = Context & { revalidate: () => Promise<unknown> };

/**
 * Answers with a list that the contract does not page: `fields`, and the rows under `name`. A list
 * of one part is a value. REST streams a longer one part by part, at any size (rulings §5.3).
 * Native tRPC makes its answers in one piece and reads the list to its end; there more than
 * `limits.nativeRows` rows throw `too_many_rows`.
 */
export async function wholeList<Name extends string, View, Fields extends object = object>(
  ctx: RevalidatingContext,
  name: Name,
  first: Part<View>,
  fields?: Fields,
): Promise<Fields & Record<Name, View[]>> {
  // A computed key widens the type, but the object has exactly these fields.
  const made = (rows: View[]) => ({ ...fields, [name]: rows }) as Fields & Record<Name, View[]>;
  if (first.next === undefined || ctx.streams === 'none') return made(await remainingRows(first));
  const reader = { owner: ownerOf(ctx.facts), signal: ctx.cost.signal };
  const stream = new Streamed({
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    zips: false,
    bytes: () => jsonOf(JSON.stringify(made([])), partsOf(first, reader)),
    judge: ctx.revalidate,
  });
  // A door that sends streams unwraps it, and the client receives a value of this type.
  return stream as unknown as Fields & Record<Name, View[]>;
}

/** Reads the rest in one statement: many small ones could exceed the request's allowance. */
async function remainingRows<View>({ rows, next }: Part<View>): Promise<View[]> {
  if (next === undefined) return rows;
  const rest = await next(limits.nativeRows - rows.length);
  if (rest.next !== undefined) throw new DomainError('too_many_rows');
  return [...rows, ...rest.rows];
}

/** Inserts the rows into `empty`, the answer without rows, before its last two brackets. */
async function* jsonOf(empty: string, parts: AsyncIterable<unknown[]>): AsyncGenerator<Buffer> {
  let before = empty.slice(0, -2);
  for await (const rows of parts) {
    if (rows.length === 0) continue;
    yield Buffer.from(before + JSON.stringify(rows).slice(1, -1));
    before = ',';
  }
  yield Buffer.from(empty.slice(-2));
}
