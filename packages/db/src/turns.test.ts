import { expect, it } from 'vitest';

import { Overload } from './overload.ts';
import { Turns, type TurnRules } from './turns.ts';

function open({ line = 10, ...rules }: Partial<TurnRules & { line: number }> = {}, places = 2) {
  const turns = new Turns({ places: 4, patience: 60_000, ...rules });
  const served: string[] = [];
  const take = async (owner: string, signal?: AbortSignal): Promise<void> => {
    await turns.take(owner, { places, line }, signal);
    served.push(owner);
  };
  return { turns, served, take };
}

it('one owner never holds more than its share, whatever is free', async () => {
  const { turns, take, served } = open();
  const all = ['a', 'a', 'a', 'b'].map((owner) => take(owner));
  await all[3];
  expect(served).toEqual(['a', 'a', 'b']);
  expect(turns.waiting).toBe(1);
  turns.give('a');
  await Promise.all(all);
  expect(served).toEqual(['a', 'a', 'b', 'a']);
});

it('owners take turns, however long the line of one is, and of one owner who came first goes first', async () => {
  const { turns, served, take } = open({ places: 1 }, 1);
  await take('a');
  const names = ['a1', 'a2', 'a3'];
  const order: string[] = [];
  const lines = names.map(async (name) => {
    await take('a');
    order.push(name);
  });
  const later = [take('b'), take('c')];
  const expected = ['a', 'a', 'b', 'c', 'a', 'a'];
  for (const owner of expected.slice(0, -1)) turns.give(owner);
  await Promise.all([...lines, ...later]);
  expect(served).toEqual(expected);
  expect(order).toEqual(names);
});

it('who has waited for too long, and who finds the line full, is refused and leaves nothing behind', async () => {
  const { turns, take } = open({ places: 1, line: 1, patience: 1 });
  await take('a');
  const late = take('a');
  await expect(take('a')).rejects.toBeInstanceOf(Overload);
  await expect(late).rejects.toBeInstanceOf(Overload);
  expect(turns.waiting).toBe(0);
  turns.give('a');
  await take('b');
});

it('who goes away leaves the line, with the reason of the signal', async () => {
  const { turns, take } = open({ places: 1 });
  await take('a');
  const gone = new AbortController();
  const waiting = take('b', gone.signal);
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  expect(turns.waiting).toBe(0);
  turns.give('a');
  await take('c');
});

it('when it is known that nothing is to be had, all who stand in line hear of it', async () => {
  const { turns, take } = open({ places: 1 });
  await take('a');
  const line = Promise.allSettled(['a', 'b', 'b'].map((owner) => take(owner)));
  turns.refuse(new Error('out of reach'));
  expect((await line).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  turns.give('a');
  await take('b');
});

it('a place that nobody held cannot be given back', () => {
  expect(() => open().turns.give('a')).toThrow('nobody held');
});
