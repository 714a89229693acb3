/** Returns pseudo-random numbers in [0, 1): the same seed gives the same data on every machine. */
export type Random = () => number;

/** The generator «mulberry32». */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks one of the items; all are equally likely. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return at(items, Math.floor(random() * items.length));
}

/** Returns a function that picks items with a probability proportional to their weight. */
export function weighted<Item>(random: Random, items: readonly Item[], weightOf: (item: Item) => number): () => Item {
  let sum = 0;
  const ends = items.map((item) => (sum += weightOf(item)));
  return () => {
    const point = random() * sum;
    let [low, high] = [0, items.length - 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((ends[middle] ?? sum) > point) high = middle;
      else low = middle + 1;
    }
    return at(items, low);
  };
}

/** The item at an index that the caller knows to exist. */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`no item at index ${index} of ${items.length}`);
  return item;
}

/** The weight of an item by Zipf's law: the first item is n times as frequent as the n-th. */
export const zipf = (index: number): number => 1 / (index + 1);
