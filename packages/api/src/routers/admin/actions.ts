import * as shape from '@goal/contract';
import { listActions } from '@goal/core';
import { z } from 'zod';

import { operatorReadProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { rest } from '../meta.ts';

/** The record of all acts (rulings §8). */
export const actionsRouter = t.router({
  list: operatorReadProcedure
    .meta(rest('GET', '/admin/actions', 'Who did what, newest first', { status: 200, errors: [400, 404] }))
    .input(shape.actionsQuery)
    .output(z.object({ actions: z.array(shape.actionShape), next_cursor: z.string() }))
    .query(async ({ ctx, input }) => {
      const { core } = ctx.services;
      const after = await core.events.sealer.open('actions', input.cursor);
      const { actions: page, next } = await listActions(
        core,
        {
          accountId: input.account_id,
          actorKinds: input.actor_kind,
          actor: input.actor,
          action: input.action,
          from: input.from,
          to: input.to,
        },
        { limit: input.limit, after },
      );
      return { actions: page, next_cursor: core.events.sealer.seal('actions', next) };
    }),
});
