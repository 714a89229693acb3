/** Numbers in [0, 1) that only look random: the same seed gives the same data, wherever and whenever. */
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

/** One of the items, each as likely. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return at(items, Math.floor(random() * items.length));
}

/** Picks items by their weight. */
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

/** The item at a place that the caller knows to exist. */
export function at<Item>(items: readonly Item[], place: number): Item {
  const item = items[place];
  if (item === undefined) throw new Error(`nothing stands at place ${place} of ${items.length}`);
  return item;
}

/** Zipf's law: what comes first is n times as frequent as what comes n-th. */
export const zipf = (place: number): number => 1 / (place + 1);
