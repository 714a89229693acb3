import fc from 'fast-check';
import { expect } from 'vitest';

import { NotReadable } from '../src/index.ts';
import { MadeLog, siteIdOf, timeAt } from '../src/testing/log-maker.ts';
import { verify } from './verifying.ts';

/** A bundle that holds a line of every kind. */
function sample(): Buffer {
  const [a, b] = [siteIdOf(1), siteIdOf(2)];
  const log = new MadeLog();
  const by = 'account_key';
  for (const site_id of [a, b]) log.note({ kind: 'site.begin', at: timeAt(0), site_id, retention_days: 30, by });
  for (let at = 0; at < 265; at++) log.store(at % 9 === 0 ? a : b, at / 4);
  const [, second] = log.events(b);
  if (second !== undefined) second.state = 'redacted';
  log.note({ kind: 'redact', at: timeAt(67), by, sites: [[b, [2]]] });
  log.purge(b, 70, 30);
  const next = new MadeLog({ number: 2, previous: log, at: 80 });
  next.store(b, 81);
  return Buffer.from(next.bundle({ group_id: siteIdOf(9) }, [b]));
}

const damage = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), bit: fc.nat(7) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat(), length: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ kind: fc.constant('twice' as const), at: fc.nat(), length: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ kind: fc.constant('end' as const), at: fc.nat() }),
  fc.record({
    kind: fc.constant('bytes' as const),
    at: fc.nat(),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 9 }),
  }),
  fc.record({ kind: fc.constant('digit' as const), at: fc.nat(), digit: fc.nat(9) }),
);
type Damage = typeof damage extends fc.Arbitrary<infer Kind> ? Kind : never;

function damaged(whole: Buffer, how: Damage): Buffer {
  const at = how.at % whole.length;
  const [before, after] = [whole.subarray(0, at), whole.subarray(at)];
  switch (how.kind) {
    case 'flip': {
      const copy = Buffer.from(whole);
      copy[at] = (copy[at] ?? 0) ^ (1 << how.bit);
      return copy;
    }
    case 'cut':
      return Buffer.concat([before, after.subarray(how.length)]);
    case 'twice':
      return Buffer.concat([before, after.subarray(0, how.length), after]);
    case 'end':
      return before;
    case 'bytes':
      return Buffer.concat([before, how.bytes, after]);
    case 'digit': {
      const copy = Buffer.from(whole);
      const next = copy.findIndex((byte, index) => index >= at && byte >= 0x30 && byte <= 0x39);
      if (next >= 0) copy[next] = 0x30 + how.digit;
      return copy;
    }
  }
}

/**
 * Damages a bundle and looks at the answer: a fault or a refusal, never «verified» and never
 * another error.
 */
export async function fuzzVerify(runs: number): Promise<void> {
  const whole = sample();
  expect((await verify(whole)).fault).toBeNull();
  await fc.assert(
    fc.asyncProperty(
      fc.array(damage, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 9000 }),
      async (all, part) => {
        const file = all.reduce((text, how) => (text.length === 0 ? text : damaged(text, how)), whole);
        if (file.equals(whole)) return;
        const verdict = await verify(file, {}, part + 500).catch((error: unknown) => error);
        if (verdict instanceof NotReadable) return;
        expect(verdict).toMatchObject({ verified: false, fault: { sentence: expect.any(String) } });
      },
    ),
    { numRuns: runs },
  );
}
