import { describe, expect, test } from 'vitest';

import { SlotRegister, type Entry, type Yielding } from './slot-register.ts';

const limits = { key: 1, account: 2, all: 3 };

/** A holder that has been still for so long, and notes when it is cut off. */
const still = (ms: number | Promise<number>, cut: string[], name = 'cut'): Yielding => ({
  stillMs: () => ms,
  cutOff: () => void cut.push(name),
});
const isIn = (entry: Entry): boolean => 'leave' in entry;

describe('the slots that several processes share', () => {
  test('are bounded at each level, and free again once a holder leaves, which may leave twice', async () => {
    const slots = new SlotRegister(limits);
    const first = await slots.enter({ key: 'a', account: 1 });
    expect(await slots.enter({ key: 'a', account: 1 })).toEqual({ full: 'key' });
    expect(isIn(await slots.enter({ key: 'a', account: 1, keySlots: 2 }))).toBe(true);
    expect(await slots.enter({ key: 'b', account: 1 })).toEqual({ full: 'account' });
    expect(isIn(await slots.enter({ key: 'c', account: 2 }))).toBe(true);
    expect(await slots.enter({ key: 'd', account: 3 })).toEqual({ full: 'all' });
    if ('leave' in first) {
      first.leave();
      first.leave();
    }
    expect(isIn(await slots.enter({ key: 'd', account: 3 }))).toBe(true);
    expect(await slots.enter({ key: 'e', account: 4 })).toEqual({ full: 'all' });
  });

  test('the holder that was still for longest gives way, and nobody that was still for a moment or says nothing', async () => {
    const slots = new SlotRegister(limits, 1000);
    const cut: string[] = [];
    await slots.enter({ key: 'a', account: 1 }, still(2000, cut, 'a'));
    await slots.enter({ key: 'b', account: 2 }, still(Promise.resolve(3000), cut, 'b'));
    await slots.enter({ key: 'c', account: 3 }, still(Promise.reject(new Error('no answer')), cut, 'c'));
    expect(isIn(await slots.enter({ key: 'd', account: 4 }, still(999, cut, 'd')))).toBe(true);
    expect(cut).toEqual(['b']);
    expect(isIn(await slots.enter({ key: 'e', account: 5 }))).toBe(true);
    expect(cut).toEqual(['b', 'a']);
    expect(await slots.enter({ key: 'f', account: 6 })).toEqual({ full: 'all' });
  });

  test('nobody is asked where nobody ever gives way', async () => {
    const slots = new SlotRegister(limits);
    let asked = 0;
    const stillMs = (): number => (asked += 1);
    await slots.enter({ key: 'a', account: 1 }, { stillMs, cutOff: () => {} });
    expect(await slots.enter({ key: 'a', account: 1 })).toEqual({ full: 'key' });
    expect(asked).toBe(0);
  });

  test('a place that gives way to one newcomer is given once', async () => {
    const slots = new SlotRegister({ key: 1, account: 1, all: 1 }, 1000);
    const cut: string[] = [];
    await slots.enter({ key: 'a', account: 1 }, still(Promise.resolve(2000), cut));
    const entries = await Promise.all(['b', 'c'].map((key, at) => slots.enter({ key, account: 2 + at })));
    expect(entries.filter(isIn)).toHaveLength(1);
    expect(cut).toEqual(['cut']);
  });
});
