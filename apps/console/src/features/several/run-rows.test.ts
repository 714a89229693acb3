import { OutcomeUnknownError } from '@goal/ui/lib/errors.ts';
import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';

import { type Outcome, progressOf, runRows } from './run-rows.ts';

const refusal = (httpStatus: number) =>
  TRPCClientError.from({ error: { message: 'refused', code: -32000, data: { httpStatus } } });
const lost = new OutcomeUnknownError(new Error('lost'), 'It was not done.');

async function outcomesOf(answers: Readonly<Record<string, unknown>>, stopAfter = Infinity) {
  const outcomes = new Map<string, Outcome>();
  let begun = 0;
  await runRows(Object.keys(answers), {
    act: async (id) => {
      begun += 1;
      if (answers[id] === 'done') return 'done';
      throw answers[id];
    },
    onOutcome: (id, outcome) => outcomes.set(id, outcome),
    isStopped: () => begun >= stopAfter,
  });
  return outcomes;
}
const states = (outcomes: ReadonlyMap<string, Outcome>) => [...outcomes.values()].map(({ state }) => state);

test('R§8.b15 a refused row does not stop the others', async () => {
  const outcomes = await outcomesOf({ a: 'done', b: refusal(404), c: 'done' });
  expect(states(outcomes)).toEqual(['done', 'refused', 'done']);
  expect(progressOf(['a', 'b', 'c', 'd'], outcomes)).toEqual({ done: 2, refused: 1, left: ['b', 'd'] });
});

test('R§8.b15 a row without an answer, a session that has ended, and a person stop the run', async () => {
  expect(states(await outcomesOf({ a: lost, b: 'done' }))).toEqual(['unknown']);
  expect(states(await outcomesOf({ a: refusal(401), b: 'done' }))).toEqual(['unknown']);
  expect(states(await outcomesOf({ a: 'done', b: 'done' }, 1))).toEqual(['done']);
});
