import fc from 'fast-check';
import { expect, test } from 'vitest';

import { CountedCache } from './counted-cache.ts';

test('keeps exactly the entries that were used last, never a wrong value, and counts each look', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 30 })), { maxLength: 200 }), (steps) => {
      const max = 5;
      const cache = new CountedCache<number>(max);
      const latest = new Map<string, number>();
      let used: string[] = [];
      let looks = 0;
      for (const [step, [isWrite, n]] of steps.entries()) {
        const key = `${n}`;
        if (isWrite) {
          cache.set(key, step);
          latest.set(key, step);
        } else {
          looks += 1;
          const isKept = used.includes(key);
          expect(cache.get(key)).toBe(isKept ? latest.get(key) : undefined);
          if (!isKept) continue;
        }
        used = [key, ...used.filter((one) => one !== key)].slice(0, max);
        expect(cache.entries).toBe(used.length);
      }
      expect(cache.counts.hits + cache.counts.misses).toBe(looks);
    }),
  );
});
