import { expect, it } from 'vitest';

import { Lane } from './lane.ts';

type Item = { owner: number; nth: number; size: number };

/** A lane whose batches end when the test says so. */
function open({ workers, share, most }: { workers: number; share: number; most: number }) {
  const begun: { batch: Item[]; end: () => void }[] = [];
  const lane = new Lane<Item>({
    workers,
    share,
    most,
    sizeOf: ({ size }) => size,
    ownerOf: ({ owner }) => owner,
    work: (batch) => new Promise((resolve) => begun.push({ batch, end: resolve })),
  });
  const push = (owner: number, count: number, size = 1): void => {
    for (let nth = 0; nth < count; nth += 1) lane.push({ owner, nth, size });
  };
  const names = (): string[] => begun.map(({ batch }) => batch.map(({ owner, nth }) => `${owner}.${nth}`).join(' '));
  const end = (place: number): void => begun[place]?.end();
  return { lane, push, names, end };
}

it('a batch takes from every owner in turn, of each who came first', async () => {
  const { push, names } = open({ workers: 1, share: 1, most: 7 });
  push(1, 100);
  push(2, 2);
  push(3, 1);
  await expect.poll(names).toEqual(['1.0 2.0 3.0 1.1 2.1 1.2 1.3']);
});

it('a long queue of one owner is no wait for another, also over several batches', async () => {
  const { push, names, end } = open({ workers: 1, share: 1, most: 2 });
  push(1, 100);
  await expect.poll(names).toHaveLength(1);
  push(2, 1);
  end(0);
  await expect.poll(names).toEqual(['1.0 1.1', '1.2 2.0']);
});

it('one owner has no more than its share of the workers, and gets the next one that it may have', async () => {
  const { push, names, end } = open({ workers: 4, share: 2, most: 1 });
  push(1, 5);
  await expect.poll(names).toHaveLength(2);
  push(2, 1);
  await expect.poll(names).toEqual(['1.0', '1.1', '2.0']);
  end(1);
  await expect.poll(names).toEqual(['1.0', '1.1', '2.0', '1.2']);
});

it('an item that is larger than a batch goes alone', async () => {
  const { push, names } = open({ workers: 1, share: 1, most: 3 });
  push(1, 2, 10);
  await expect.poll(names).toEqual(['1.0']);
});

it('what is dropped is the last that came of its owner, and never what has begun', async () => {
  const { lane, push, names } = open({ workers: 1, share: 1, most: 1 });
  push(1, 3);
  await expect.poll(names).toEqual(['1.0']);
  expect(lane.drop(1)?.nth).toBe(2);
  expect(lane.drop(1)?.nth).toBe(1);
  expect(lane.drop(1)).toBeUndefined();
  expect(lane.drop(2)).toBeUndefined();
});
