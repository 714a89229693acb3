import { runsOf } from '@goal/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { isKey, prefixIn } from './key-prefix.ts';
import { partsOf, searchTerms } from './search-terms.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('a text that contains a term has all parts of the term, whatever its characters', async () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'ü', '😀', '.', '@', '%', '_', '\\', '"', ' ', '{'),
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(
      text,
      text.filter((term) => term !== ''),
      text,
      async (before, term, after) => {
        const { rows } = await world.db.work.query<{ found: boolean }>(
          'SELECT search_parts($1) @> $2::text[] AS found',
          [before + term + after, partsOf(term)],
        );
        expect(rows).toEqual([{ found: true }]);
      },
    ),
    { numRuns: runsOf(50, 2000) },
  );
});

it('a term is searched in lower case and with internationalised labels in punycode; a term that is too long gives none', () => {
  expect(searchTerms('Shop.EXAMPLE')).toEqual(['shop.example']);
  expect(searchTerms('x@Bücher.ex')).toEqual(['x@bücher.ex', 'x@xn--bcher-kva.ex']);
  expect(searchTerms('ü@bücher')).toEqual(['ü@bücher', 'ü@xn--bcher-kva']);
  expect(searchTerms('bücher。例え')).toEqual(['bücher。例え', 'xn--bcher-kva.xn--r8jz45g']);
  expect(searchTerms('a.'.repeat(127))).toHaveLength(1);
  expect(searchTerms('a.'.repeat(128))).toEqual([]);
  expect(searchTerms(undefined)).toEqual([]);
  for (const text of ['S'.repeat(32), `goal_live_k3v9x2ab_S`]) expect(searchTerms(text), text).toEqual([]);
});

it('only the prefix of a pasted key is used, however much of the key was pasted', () => {
  const secret = 'S'.repeat(32);
  for (const kind of ['live', 'acct', 'grp', 'admin'])
    for (const end of ['', '_', '_S', `_${secret}`, `_${secret}_x`]) {
      expect([isKey(`goal_${kind}_k3v9x2ab${end}`), prefixIn(`goal_${kind}_k3v9x2ab${end}`)]).toEqual([
        true,
        'k3v9x2ab',
      ]);
    }
  for (const [text, key] of [
    ['goal_live_', true],
    ['goal_live_k3v9', true],
    ['goal_live_k3v9x2a_x', true],
    ['S'.repeat(32), true],
    ['s'.repeat(32) + '.example.com', false],
    ['goal_other_k3v9x2ab', false],
    ['xgoal_live_k3v9x2ab', false],
    ['k3v9x2abc', false],
  ] as const)
    expect([isKey(text), prefixIn(text)], text).toEqual([key, undefined]);
  expect([isKey('Goal_live_K3V9X2AB_x'), prefixIn('Goal_live_K3V9X2AB_x')]).toEqual([true, 'k3v9x2ab']);
  expect([isKey('k3v9x2ab'), prefixIn('k3v9x2ab')]).toEqual([false, 'k3v9x2ab']);
});
