import fc from 'fast-check';
import { expect, test } from 'vitest';

import { BoundedCache } from './bounded-cache.ts';

test('keeps the last entries that were used, never a wrong value, and no more than twice its size', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 30 })), { maxLength: 200 }), (steps) => {
      const size = 5;
      const cache = new BoundedCache<number>(size);
      const latest = new Map<string, number>();
      const used: string[] = [];
      for (const [step, [isWrite, n]] of steps.entries()) {
        const key = `${n}`;
        if (isWrite) {
          cache.set(key, step);
          latest.set(key, step);
        } else {
          const value = cache.get(key);
          if (value === undefined) {
            // What was forgotten was not among the last that were used.
            if (latest.has(key)) expect([...new Set(used.toReversed())].slice(0, size - 1)).not.toContain(key);
            continue;
          }
          expect(value).toBe(latest.get(key));
        }
        used.push(key);
      }
      expect([...latest.keys()].filter((key) => cache.get(key) !== undefined).length).toBeLessThanOrEqual(2 * size);
    }),
  );
});
