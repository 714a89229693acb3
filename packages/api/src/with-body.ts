import { ingestBody, limits } from '@goal/contract';

import type { KeptFields } from './http/prune-json.ts';
import { asObject, t } from './trpc.ts';

/**
 * Judges and reads the body. A procedure uses it after the steps that judge ids in the path and
 * before the body's `.input()`, so that a bad body never reveals whether a foreign id exists
 * (rulings §2.4). An id in the path replaces a field of the same name. An operation that is
 * published without a body reads none. Throws as `BodySource.read`.
 */
function withBodyOf(limit: number, kept?: KeptFields) {
  return t.middleware(async ({ ctx, meta, getRawInput, next }) => {
    if (meta?.rest !== undefined && meta.rest.body !== true) return next();
    const body = await ctx.body.read(limit, kept);
    // A field of the query is no field of the body (rulings §12.1).
    if (body !== undefined) for (const field of meta?.rest?.query ?? []) body[field] = undefined;
    const input = asObject(await getRawInput());
    // Assigned into the body itself: copying a body of many fields would take longer than parsing
    // it.
    const all = body === undefined ? input : Object.assign(body, input);
    return next({ getRawInput: () => Promise.resolve(all) });
  });
}

export const withBody = withBodyOf(limits.bodyBytes);
export const withEventsBody = withBodyOf(limits.ingestBodyBytes, {
  names: new Set(Object.keys(ingestBody.shape)),
  // One more than allowed, so that the verb still sees that there are too many.
  items: limits.eventsPerRequest + 1,
});
