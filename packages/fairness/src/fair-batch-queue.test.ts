import { expect, it } from 'vitest';

import { FairBatchQueue } from './fair-batch-queue.ts';

type Item = { owner: number; nth: number; size: number };

/** A queue whose batches end when the test says so. */
function open(options: { workers: number; share: number; batchMaxSize: number; ownersMax?: number }) {
  const begun: { batch: Item[]; end: () => void }[] = [];
  const queue = new FairBatchQueue<Item>({
    ...options,
    sizeOf: ({ size }) => size,
    ownerOf: ({ owner }) => owner,
    work: (batch) => new Promise((resolve) => begun.push({ batch, end: resolve })),
  });
  const push = (owner: number, count: number, size = 1): void => {
    for (let nth = 0; nth < count; nth += 1) queue.push({ owner, nth, size });
  };
  const names = (): string[] => begun.map(({ batch }) => batch.map(({ owner, nth }) => `${owner}.${nth}`).join(' '));
  const end = (nth: number): void => begun[nth]?.end();
  return { queue, push, names, end };
}

it('a batch takes from each owner in turn, and of each owner the oldest item first', async () => {
  const { push, names } = open({ workers: 1, share: 1, batchMaxSize: 7 });
  push(1, 100);
  push(2, 2);
  push(3, 1);
  await expect.poll(names).toEqual(['1.0 2.0 3.0 1.1 2.1 1.2 1.3']);
});

it('a long queue of one owner does not delay another, also over several batches', async () => {
  const { push, names, end } = open({ workers: 1, share: 1, batchMaxSize: 2 });
  push(1, 100);
  await expect.poll(names).toHaveLength(1);
  push(2, 1);
  end(0);
  await expect.poll(names).toEqual(['1.0 1.1', '1.2 2.0']);
});

it('an owner has no more than its share of the workers, and gets the next one that it may have', async () => {
  const { push, names, end } = open({ workers: 4, share: 2, batchMaxSize: 1 });
  push(1, 5);
  await expect.poll(names).toHaveLength(2);
  push(2, 1);
  await expect.poll(names).toEqual(['1.0', '1.1', '2.0']);
  end(1);
  await expect.poll(names).toEqual(['1.0', '1.1', '2.0', '1.2']);
});

it('a batch holds no more owners than it may, and the others get the next workers', async () => {
  const { push, names, end } = open({ workers: 2, share: 1, batchMaxSize: 9, ownersMax: 1 });
  for (const owner of [1, 2, 3]) push(owner, 2);
  await expect.poll(names).toEqual(['1.0 1.1', '2.0 2.1']);
  end(1);
  await expect.poll(names).toEqual(['1.0 1.1', '2.0 2.1', '3.0 3.1']);
});

it('an item that is larger than a batch goes alone', async () => {
  const { push, names } = open({ workers: 1, share: 1, batchMaxSize: 3 });
  push(1, 2, 10);
  await expect.poll(names).toEqual(['1.0']);
});

it('removeNewest takes the newest waiting item of its owner, and never one in work', async () => {
  const { queue, push, names } = open({ workers: 1, share: 1, batchMaxSize: 1 });
  push(1, 3);
  await expect.poll(names).toEqual(['1.0']);
  expect(queue.removeNewest(1)?.nth).toBe(2);
  expect(queue.removeNewest(1)?.nth).toBe(1);
  expect(queue.removeNewest(1)).toBeUndefined();
  expect(queue.removeNewest(2)).toBeUndefined();
});
