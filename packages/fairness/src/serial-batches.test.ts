import { expect, it } from 'vitest';

import { SerialBatches } from './serial-batches.ts';

/** Batches that end when the test says so; each results in its items. */
function open() {
  const batches = new SerialBatches<string, string>();
  const running: { items: string; end: () => void; fail: (error: Error) => void }[] = [];
  const run = (key: string, ...items: string[]): Promise<string> =>
    batches.run(key, items, (all) => {
      const text = all.join(' ');
      return new Promise((resolve, reject) => running.push({ items: text, end: () => resolve(text), fail: reject }));
    });
  const started = (): string[] => running.map(({ items }) => items);
  return { run, started, running };
}

it('callers of one key share the next batch while one runs, each item once; other keys do not wait', async () => {
  const { run, started, running } = open();
  const first = [run('a', '1', '2'), run('a', '2', '3')];
  await expect.poll(started).toEqual(['1 2 3']);
  const second = [run('a', '4'), run('a', '5', '4')];
  const other = run('b', '6');
  await expect.poll(started).toEqual(['1 2 3', '6']);
  running[0]?.end();
  await expect.poll(started).toEqual(['1 2 3', '6', '4 5']);
  running[1]?.end();
  running[2]?.end();
  expect(await Promise.all([...first, ...second, other])).toEqual(['1 2 3', '1 2 3', '4 5', '4 5', '6']);
});

it('a batch that fails is told to its callers alone, and the next one runs', async () => {
  const { run, started, running } = open();
  const failing = run('a', '1');
  await expect.poll(started).toEqual(['1']);
  const next = run('a', '2');
  running[0]?.fail(new Error('out of reach'));
  await expect(failing).rejects.toThrow('out of reach');
  await expect.poll(started).toEqual(['1', '2']);
  running[1]?.end();
  expect(await next).toBe('2');
});
