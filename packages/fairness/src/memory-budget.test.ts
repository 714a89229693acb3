import { expect, it } from 'vitest';

import { MemoryBudget, type Reservation } from './memory-budget.ts';

/** A budget whose reservations are released when they are evicted; `evicted` names their owners. */
function open(total = 10, perOwner = total) {
  const budget = new MemoryBudget({ perOwner, total }, () => new Error('refused'));
  const evicted: string[] = [];
  const reserve = (owner: string, bytes: number): Reservation => {
    const reservation: Reservation = budget.reserve(owner, () => {
      evicted.push(owner);
      reservation.release();
    });
    reservation.resize(bytes);
    return reservation;
  };
  return { budget, evicted, reserve };
}

it('what is held is bounded, for one owner and for all, and is free again once released', () => {
  const { reserve } = open(10, 6);
  const first = reserve('a', 6);
  expect(() => reserve('a', 1)).toThrow('refused');
  reserve('b', 4);
  first.release();
  reserve('a', 6);
});

it('when all is taken the largest holder gives way, its oldest first, to an owner that holds less, and not to one that would hold as much', () => {
  const { evicted, reserve } = open(10);
  for (let nth = 0; nth < 5; nth += 1) reserve('a', 2);
  reserve('b', 3);
  expect(evicted).toEqual(['a', 'a']);
  // Half each: nobody has more than the other.
  reserve('b', 2);
  expect(evicted).toEqual(['a', 'a', 'a']);
  expect(() => reserve('b', 3)).toThrow('refused');
  expect(evicted).toHaveLength(3);
});

it('what is pinned or cannot be evicted stays, and a reservation that grows takes only what it lacks', () => {
  const { budget, reserve } = open(10);
  budget.reserve('a').resize(4);
  reserve('a', 5).pin();
  expect(() => reserve('b', 2)).toThrow('refused');
  const grows = reserve('b', 1);
  expect(() => grows.resize(2)).toThrow('refused');
  grows.resize(1);
});

it('an eviction that keeps its memory is an error, and no endless loop', () => {
  const { budget, reserve } = open(10);
  budget.reserve('a', () => {}).resize(10);
  expect(() => reserve('b', 1)).toThrow('kept its memory');
});
