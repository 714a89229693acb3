import { z } from 'zod';

import { ceremonyId, confirmedShape } from './entry.ts';
import { beganShape } from './people.ts';

// Single sign-on: rulings §10.14, §10.15.

/** entry.sso.begin and me.confirm.sso.begin: the page to open after it, a path of the dashboard. */
export const beginSsoBody = z.object({ next: z.string({ error: 'next must be a string' }).optional() });

/** Where the browser goes, and the attempt, which the dashboard's server keeps in a cookie. */
export const beganSsoShape = z.object({ url: z.string(), ceremony: z.string() });
export type BeganSso = z.infer<typeof beganSsoShape>;

/**
 * entry.sso.finish and me.confirm.sso.finish: the query string that the provider came back with.
 */
export const finishSsoBody = z.object({
  ceremony: ceremonyId,
  query: z.string({ error: 'query must be a string' }),
});
export type FinishSsoInput = z.output<typeof finishSsoBody>;

/** `next`: the path that was asked for at the beginning, or `/`. */
export const enteredBySsoShape = beganShape.extend({ next: z.string() });
export type EnteredBySso = z.infer<typeof enteredBySsoShape>;

export const confirmedBySsoShape = confirmedShape.extend({ next: z.string() });
export type ConfirmedBySso = z.infer<typeof confirmedBySsoShape>;
