import { expect, test } from 'vitest';

import { askForMs, waitingFor } from './waiting-for.ts';

const unpaid = { plan: 'free', subscription: null, unpriced: 0 };
const paid = { ...unpaid, plan: 'pro', subscription: { status: 'active', ends_at: null, living: 1 } };

test('after a checkout the page asks every two seconds for at most a minute, then says so; what is paid ends it at any time', () => {
  expect(askForMs).toBe(60_000);
  expect(waitingFor(undefined, false)).toMatchObject({ isDone: false, askAgainMs: 2000 });
  expect(waitingFor(unpaid, false)).toMatchObject({ isDone: false, askAgainMs: 2000 });
  expect(waitingFor(unpaid, true)).toMatchObject({ isDone: false, askAgainMs: false });
  expect(waitingFor(unpaid, true).sentence).toContain('has not confirmed the payment yet');
  for (const isOver of [false, true])
    expect(waitingFor(paid, isOver)).toEqual({
      isDone: true,
      askAgainMs: false,
      sentence: 'The subscription is active. The account is on the pro plan.',
    });
  expect(waitingFor({ ...unpaid, unpriced: 1 }, false)).toMatchObject({
    isDone: true,
    askAgainMs: false,
    sentence: expect.stringContaining('no plan here has its price'),
  });
});
