import { expect, it } from 'vitest';

import { BatchLoader } from './batch-loader.ts';

/**
 * A table whose statements end when the test says so; each answers with what the table held when it
 * began.
 */
function table() {
  const held = new Map<string, number>();
  const statements: { prefixes: string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const loader = new BatchLoader<number>((prefixes) => {
    const found = new Map([...held].filter(([prefix]) => prefixes.includes(prefix)));
    return new Promise((resolve, reject) => {
      statements.push({ prefixes, end: () => resolve(found), fail: reject });
    });
  });
  const statement = (nth: number) => {
    const one = statements[nth];
    if (one === undefined) throw new Error(`only ${statements.length} statements`);
    return one;
  };
  return { held, loader, statements, statement };
}

/** Resolves when everything asked in this turn of the event loop is under way. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('what is asked in one turn goes together, a question alone goes at once, and what does not exist is undefined', async () => {
  const { held, loader, statements, statement } = table();
  held.set('a', 1);
  const together = [loader.load('a'), loader.load('b')];
  await nextTurn();
  const alone = loader.load('c');
  await nextTurn();
  expect(statements.map(({ prefixes }) => prefixes)).toEqual([['a', 'b'], ['c']]);
  statement(0).end();
  statement(1).end();
  expect(await Promise.all([...together, alone])).toEqual([1, undefined, undefined]);
});

it('what is asked while two batches run goes into the next one, at most 100 questions, each key once', async () => {
  const { held, loader, statements, statement } = table();
  for (let key = 0; key < 90; key += 1) held.set(`k${key}`, key);
  const first = [loader.load('k0')];
  await nextTurn();
  first.push(loader.load('k1'));
  await nextTurn();
  const later = Array.from({ length: 150 }, (_, key) => loader.load(`k${key % 90}`));
  expect(statements).toHaveLength(2);
  statement(0).end();
  await first[0];
  await expect.poll(() => statements.length).toBe(3);
  expect(statement(2).prefixes).toHaveLength(90);
  statement(1).end();
  await expect.poll(() => statements.length).toBe(4);
  expect(statement(3).prefixes).toHaveLength(50);
  statement(2).end();
  statement(3).end();
  expect(await Promise.all(later)).toEqual(Array.from({ length: 150 }, (_, key) => key % 90));
});

it('R§2.5 an answer is never older than its question: no batch that began before a question answers it', async () => {
  const { held, loader, statements, statement } = table();
  held.set('a', 1);
  const before = [loader.load('a')];
  await nextTurn();
  before.push(loader.load('a'));
  await nextTurn();
  held.set('a', 2);
  const after = loader.load('a');
  statement(0).end();
  statement(1).end();
  expect(await Promise.all(before)).toEqual([1, 1]);
  await expect.poll(() => statements.length).toBe(3);
  statement(2).end();
  expect(await after).toBe(2);
});

it('a batch that fails fails all questions that wait, and the next question starts a new batch', async () => {
  const { held, loader, statements, statement } = table();
  const asked: Promise<number | undefined>[] = [];
  for (const prefix of ['a', 'b', 'c']) {
    asked.push(loader.load(prefix));
    await nextTurn();
  }
  const answers = Promise.allSettled(asked);
  statement(0).fail(new Error('out of reach'));
  statement(1).end();
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  held.set('a', 1);
  const again = loader.load('a');
  await expect.poll(() => statements.length).toBe(3);
  statement(2).end();
  expect(await again).toBe(1);
});
