import * as shape from '@goal/contract';
import { tailAccountEvents, tailMemberEvents, tailSiteEvents } from '@goal/core';

import { accountProcedure, memberProcedure, readProcedure } from '../access.ts';
import { rest, unchecked } from './meta.ts';

/** A connection may be silent this much longer than the wait that the caller chose. */
const graceMs = 15_000;

/** GET /account/events/tail */
export const accountTail = accountProcedure
  .meta(
    rest('GET', '/account/events/tail', 'Follow the events of the account in the order in which they become visible', {
      errors: [400, 404],
    }),
  )
  .input(shape.accountTailQuery)
  .output(unchecked(shape.accountTailShape))
  .query(({ ctx, input, signal }) => {
    ctx.allowSilence(input.wait * 1000 + graceMs);
    return tailAccountEvents(ctx.services.core, ctx.caller, input, { revalidate: ctx.revalidate, signal });
  });

/** GET /events/tail of the read API */
export const siteTail = readProcedure
  .meta(rest('GET', '/events/tail', 'Follow the events of the site in the order in which they become visible'))
  .input(shape.siteTailQuery)
  .output(unchecked(shape.siteTailShape))
  .query(({ ctx, input, signal }) => {
    ctx.allowSilence(input.wait * 1000 + graceMs);
    return tailSiteEvents(ctx.services.core, ctx.key, input, { revalidate: ctx.revalidate, signal });
  });

/** dashboard.events.tail: what a page in sight of its reader waits for (rulings §10.7). */
export const memberTail = memberProcedure
  .input(shape.memberTailQuery)
  .output(unchecked(shape.accountTailShape))
  .query(({ ctx, input, signal }) => {
    ctx.allowSilence(input.wait * 1000 + graceMs);
    return tailMemberEvents(ctx.services.core, ctx, input, { revalidate: ctx.revalidate, signal });
  });
