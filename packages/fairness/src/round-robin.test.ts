import fc from 'fast-check';
import { expect, it } from 'vitest';

import { RoundRobin } from './round-robin.ts';

const ascending = (a: number, b: number): number => a - b;

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('push' as const), owner: fc.nat({ max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('serve' as const), owner: fc.nat({ max: 3 }) }) },
  { arbitrary: fc.record({ act: fc.constant('newest' as const), owner: fc.nat({ max: 3 }) }), weight: 1 },
  { arbitrary: fc.record({ act: fc.constant('release' as const), owner: fc.nat({ max: 3 }) }), weight: 2 },
);

it('the owner that was served longest ago comes next, with its oldest item, whatever happened before', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const queues = new RoundRobin<number, number>();
      const model = new Map<number, number[]>();
      const held = new Map<number, number>();
      const heldBy = (owner: number): number => held.get(owner) ?? 0;
      /** When each owner entered the rotation or was served. */
      let since = new Map<number, number>();
      for (const [nth, { act, owner }] of steps.entries()) {
        const queue = model.get(owner) ?? [];
        model.set(owner, queue);
        if (act === 'push') {
          queues.push(owner, nth);
          queue.push(nth);
          since.set(owner, since.get(owner) ?? nth);
        } else if (act === 'newest') expect(queues.removeNewest(owner)).toBe(queue.pop());
        else if (act === 'release') {
          if (heldBy(owner) === 0) expect(() => queues.release(owner)).toThrow('release without a matching hold');
          else queues.release(owner);
          held.set(owner, Math.max(0, heldBy(owner) - 1));
        } else {
          const waiting = [...since].filter(([name]) => (model.get(name)?.length ?? 0) > 0);
          const [next] = waiting.sort((a, b) => a[1] - b[1])[0] ?? [];
          let served: [number, number] | undefined;
          queues.serve((name, item) => {
            if (served !== undefined) return 'full';
            served = [name, item];
            queues.hold(name);
            return 'taken';
          });
          expect(served?.[0]).toBe(next);
          if (next === undefined) continue;
          expect(served?.[1]).toBe(model.get(next)?.shift());
          held.set(next, heldBy(next) + 1);
          since.set(next, nth);
        }
        since = new Map([...since].filter(([name]) => (model.get(name)?.length ?? 0) + heldBy(name) > 0));
        expect(queues.waiting).toBe([...model.values()].flat().length);
        expect(queues.items().toSorted(ascending)).toEqual([...model.values()].flat().toSorted(ascending));
        expect(queues.heldBy(owner)).toBe(heldBy(owner));
      }
    }),
  );
});

it('an owner that is skipped keeps its position, and each round takes one item of an owner', () => {
  const queues = new RoundRobin<string, number>();
  for (const [owner, item] of [...'aabbc'].entries()) queues.push(item, owner);
  const served: string[] = [];
  const take = (skipped: string) =>
    queues.serve((owner) => {
      if (owner === skipped) return 'skipped';
      served.push(owner);
      return 'taken';
    });
  take('a');
  expect(served.join('')).toBe('bcb');
  take('none');
  expect(served.join('')).toBe('bcbaa');
});
