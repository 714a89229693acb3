import { requestOf, type Input, type Output, type Route, type Taking } from './operations.ts';
import type { CallOptions, Transport } from './transport.ts';

type Page = { next_cursor: string };
/** The operations that have pages. */
export type PagedRoute = { [R in Route]: Output<R> extends Page ? R : never }[Route];
/** The items of the one list in a page. */
export type ItemOf<P> = { [K in keyof P]: P[K] extends readonly (infer Item)[] ? Item : never }[keyof P];

/** A paged list: `for await (const item of …)` walks all of it, with one page in memory. */
export class Pages<P, Item> implements AsyncIterable<Item> {
  readonly #ask: (cursor: string | undefined) => Promise<P & Page>;
  readonly #key: keyof P;

  /** @internal */
  constructor(ask: (cursor: string | undefined) => Promise<P & Page>, key: keyof P) {
    this.#ask = ask;
    this.#key = key;
  }

  /** One page, the first or that of `cursor`. `next_cursor` leads to the next; `""` ends. */
  page(): Promise<P & Page> {
    return this.#ask(undefined);
  }

  /** Page after page. A page may be short or even empty without being the last. */
  async *pages(): AsyncGenerator<P & Page, void, undefined> {
    for (let cursor: string | undefined; cursor !== '';) {
      const page = await this.#ask(cursor);
      yield page;
      cursor = page.next_cursor;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) {
      // `listsOver` names the key of a list, and the type of its items is that of this list.
      yield* page[this.#key] as Iterable<Item>;
    }
  }
}

/** A list of an operation that has pages. */
export type List<R extends PagedRoute> = Taking<Input<R>, Pages<Output<R>, ItemOf<Output<R>>>>;

/** Makes the lists of a transport, by their routes; `key` names the list in a page. */
export function listsOver(transport: Transport) {
  return <R extends PagedRoute>(route: R, key: Exclude<keyof Output<R>, 'next_cursor'>): List<R> => {
    const list = (input: object = {}, options?: CallOptions): Pages<Output<R>, ItemOf<Output<R>>> =>
      new Pages(async (cursor) => {
        const request = requestOf(route, cursor === undefined ? input : { ...input, cursor });
        // As in `callsOver`.
        return (await transport.json(request, options)) as Output<R> & Page;
      }, key);
    return list as List<R>;
  };
}
