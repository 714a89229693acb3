/** The first place at which `isBehind` holds, of places at which it holds from one on. */
export function firstPlace(length: number, isBehind: (place: number) => boolean): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (isBehind(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/**
 * Spans of time, each with its beginning and without its end. It keeps them joined and in order, so
 * that to add one and to ask for one costs the same however many there are.
 */
export class Spans {
  readonly #begins: string[] = [];
  readonly #ends: string[] = [];

  add(begin: string, end: string): void {
    if (begin >= end) return;
    const from = firstPlace(this.#ends.length, (place) => (this.#ends[place] ?? '') >= begin);
    const to = firstPlace(this.#begins.length, (place) => (this.#begins[place] ?? '') > end);
    const first = this.#begins[from] ?? begin;
    const last = this.#ends[to - 1] ?? end;
    const isJoined = from < to;
    this.#begins.splice(from, to - from, isJoined && first < begin ? first : begin);
    this.#ends.splice(from, to - from, isJoined && last > end ? last : end);
  }

  has(at: string): boolean {
    const begin = this.#begins[firstPlace(this.#ends.length, (place) => (this.#ends[place] ?? '') > at)];
    return begin !== undefined && begin <= at;
  }
}
