import { z } from 'zod';

import { ceremonyId, confirmedShape } from './entry.ts';
import { beganShape } from './people.ts';

// Single sign-on: rulings §10.14, §10.15.

/** me.confirm.sso.begin: the page to open after it, a path of the dashboard. */
export const beginSsoBody = z.object({ next: z.string({ error: 'next must be a string' }).optional() });

/** entry.sso.begin: with `choose` the provider lets the person choose an account. */
export const beginSsoEntryBody = beginSsoBody.extend({
  choose: z.boolean({ error: 'choose must be true or false' }).optional(),
});

/** The address for the browser, and the attempt, which the dashboard's server keeps in a cookie. */
export const beganSsoShape = z.object({ url: z.string(), ceremony: z.string() });
export type BeganSso = z.infer<typeof beganSsoShape>;

/** entry.sso.finish, me.confirm.sso.finish: the query string that the provider sent back. */
export const finishSsoBody = z.object({
  ceremony: ceremonyId,
  query: z.string({ error: 'query must be a string' }),
});
export type FinishSsoInput = z.output<typeof finishSsoBody>;

/** `next`: the path that was asked for at the beginning, or `/`. */
const enteredBySsoShape = beganShape.extend({ next: z.string() });
export type EnteredBySso = z.infer<typeof enteredBySsoShape>;
const confirmedBySsoShape = confirmedShape.extend({ next: z.string() });
export type ConfirmedBySso = z.infer<typeof confirmedBySsoShape>;

/**
 * Answers of finish. A provider that cannot do what it was asked gets another request: then the
 * answer is where the browser goes, and the next attempt.
 */
export const finishedEntryShape = z.union([enteredBySsoShape, beganSsoShape]);
export const finishedConfirmationShape = z.union([confirmedBySsoShape, beganSsoShape]);
