import { ingestBody, limits } from '@goal/contract';

import type { KeptFields } from './http/prune-json.ts';
import { asObject, t } from './trpc.ts';

/**
 * Put between the steps that judge ids in the path and the body's `.input()`: only here is the body judged and read, so that a bad body never
 * reveals whether a foreign id exists (rulings §2.4). Path ids stand above fields of the same name.
 */
function withBodyOf(limit: number, kept?: KeptFields) {
  return t.middleware(async ({ ctx, getRawInput, next }) => {
    const body = await ctx.body.read(limit, kept);
    const input = asObject(await getRawInput());
    // Into the body itself: to copy one of very many fields would take longer than to read it.
    const all = body === undefined ? input : Object.assign(body, input);
    return next({ getRawInput: () => Promise.resolve(all) });
  });
}

export const withBody = withBodyOf(limits.bodyBytes);
export const withEventsBody = withBodyOf(limits.ingestBodyBytes, {
  names: new Set(Object.keys(ingestBody.shape)),
  // One more than are allowed, so that too many are seen as such.
  items: limits.eventsPerRequest + 1,
});
