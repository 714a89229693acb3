import { expect, test } from 'vitest';

import type { VerifyOptions } from '../src/index.ts';
import type { PurgedSite } from '../src/notes.ts';
import { MadeLog, timeAt } from '../src/testing/log-maker.ts';
import { a, b, verify } from './verifying.ts';

// The steps of a check grow with the bundle, whoever wrote it. A step is an item that a loop takes
// of a list or a map, or that a method of lists looks at.

const by = 'account_key';
const minute = 1 / 1440;

type Method = (this: { length?: number }, ...args: unknown[]) => unknown;
const lists = ['filter', 'find', 'map', 'reduce', 'some', 'every', 'includes'];
const prototypes: readonly (readonly [prototype: Record<string, Method>, names: readonly string[]])[] = [
  [Object.getPrototypeOf([].values()) as Record<string, Method>, ['next']],
  [Object.getPrototypeOf(new Map().values()) as Record<string, Method>, ['next']],
  // Their types are of no use here: each is called as it was.
  [Array.prototype as unknown as Record<string, Method>, lists],
];

/** How many steps it takes to verify a bundle. */
async function stepsOf(bundle: string, options: Partial<VerifyOptions> = {}): Promise<number> {
  let steps = 0;
  const undo = prototypes.flatMap(([prototype, names]) =>
    names.map((name) => {
      const method = prototype[name] ?? expect.fail(name);
      prototype[name] = function counted(...args) {
        steps += this.length ?? 1;
        return Reflect.apply(method, this, args);
      };
      return () => (prototype[name] = method);
    }),
  );
  try {
    expect((await verify(bundle, options)).fault).toBeNull();
    return steps;
  } finally {
    for (const one of undo) one();
  }
}

/** A log of two sites with these notes behind their beginning. */
function bundleOf(count: number, notesOf: (log: MadeLog, at: number) => void): string {
  const log = new MadeLog();
  for (const site_id of [a, b]) log.note({ kind: 'site.begin', at: timeAt(0), site_id, retention_days: 30, by });
  for (let at = 0; at < count; at += 1) notesOf(log, at);
  return log.bundle();
}

const purged = (site: string, at: number): PurgedSite => [site, timeAt(at - 40), timeAt(at), 0];

/** A retention that becomes shorter and longer again. */
function shorten(log: MadeLog, at: number, site_id = a): void {
  for (const retention_days of [1, 30])
    log.note({ kind: 'site.retention', at: timeAt(at), site_id, retention_days, by });
}

const hostile: readonly [what: string, notesOf: (log: MadeLog, at: number, count: number) => void][] = [
  [
    'shortenings of a site, and as many purges of it',
    (log, at, count) => {
      if (at < count / 2) shorten(log, 1 + at * minute);
      else log.note({ kind: 'purge', at: timeAt(2 + at * minute), sites: [purged(a, 2 + at * minute)] });
    },
  ],
  [
    'shortenings and purges by turns',
    (log, at) => {
      shorten(log, 1 + at * minute);
      log.note({ kind: 'purge', at: timeAt(1 + at * minute), sites: [purged(a, 1 + at * minute)] });
    },
  ],
  [
    'holds of a site that are over, and purges of it and of another one',
    (log, at, count) => {
      const hold = `hold ${at}`;
      if (at < count / 2) {
        log.note({ kind: 'hold.begin', at: timeAt(1 + at * minute), hold, site_id: a, by });
        log.note({ kind: 'hold.end', at: timeAt(1 + (at + 0.5) * minute), hold, site_id: a, by });
      } else
        log.note({ kind: 'purge', at: timeAt(2 + at * minute), sites: [purged(a, 2 + at * minute), purged(b, 2)] });
    },
  ],
  [
    'holds of another site that run, and purges',
    (log, at, count) => {
      if (at < count / 2)
        log.note({ kind: 'hold.begin', at: timeAt(1 + at * minute), hold: `hold ${at}`, site_id: b, by });
      else log.note({ kind: 'purge', at: timeAt(2 + at * minute), sites: [purged(a, 2 + at * minute)] });
    },
  ],
];

test.each(hostile)('a bundle of four times as many %s takes four times the steps', async (_, notesOf) => {
  const steps = async (count: number): Promise<number> =>
    stepsOf(bundleOf(count, (log, at) => notesOf(log, at, count)));
  const [few, many] = [await steps(1000), await steps(4000)];
  expect(many).toBeLessThan(6 * few);
});

test('four times as many logs, each with an older checkpoint, take four times the steps', async () => {
  const steps = async (count: number): Promise<number> => {
    let previous = new MadeLog();
    const checkpoints = [previous.checkpoint()];
    for (let number = 2; number <= count; number += 1) {
      previous = new MadeLog({ number, previous });
      checkpoints.push(previous.checkpoint());
    }
    return stepsOf(previous.bundle(), { checkpoints });
  };
  const [few, many] = [await steps(50), await steps(200)];
  expect(many).toBeLessThan(6 * few);
});

test('a log in which keys replace each other more than a hundred times is a fault', async () => {
  const { fault } = await verify(
    bundleOf(101, (log) => {
      const [vkey = ''] = log.vkeys;
      log.note({ kind: 'key', at: timeAt(1), vkey, replaces: vkey });
    }),
  );
  expect(fault?.sentence).toBe('more than 100 changes of the key');
});

test.each([
  ['purged', (log: MadeLog) => log.note({ kind: 'purge', at: timeAt(50), sites: [purged(a, 50), purged(a, 50)] })],
  [
    'counted',
    (log: MadeLog) =>
      log.note({
        kind: 'site.count',
        at: timeAt(50),
        sites: [
          [a, 0],
          [a, 0],
        ],
      }),
  ],
  [
    'redacted',
    (log: MadeLog) =>
      log.note({
        kind: 'redact',
        at: timeAt(50),
        sites: [
          [a, []],
          [a, []],
        ],
        by,
      }),
  ],
])('a note names a site once: twice %s is a fault', async (_, note) => {
  const { fault } = await verify(bundleOf(1, note));
  expect(fault?.sentence).toMatch(/^the note does not say what its kind requires/);
});
