import * as shape from '@goal/contract';
import {
  findKeysByPrefix,
  findPlan,
  getAct,
  getRetention,
  getStatus,
  judgePlan,
  listAttention,
  listPlans,
  setPlanLimits,
} from '@goal/core';
import { z } from 'zod';

import { operatorReadProcedure, operatorWriteProcedure } from '../access.ts';
import { holderOf } from '../acting.ts';
import { t } from '../trpc.ts';
import { withBody } from '../with-body.ts';
import { accountsRouter } from './admin/accounts.ts';
import { actionsRouter } from './admin/actions.ts';
import { peopleRouter } from './admin/people.ts';
import { streamsRouter } from './admin/streams.ts';
import { sitesRouter } from './admin/sites.ts';
import { tokensRouter } from './admin/tokens.ts';
import { rest } from './meta.ts';
import { paged } from './paged.ts';

const whoami = operatorReadProcedure
  .meta(rest('GET', '/admin/whoami', 'The token that asks, and its scope'))
  .output(shape.whoAmIShape)
  .query(({ ctx: { token } }) => ({
    name: token.name,
    prefix: token.prefix,
    scope: token.scope,
    created_at: token.createdAt.toISOString(),
  }));

/** Finds the plan in the path. */
const writePlan = operatorWriteProcedure.input(shape.planPath).use(async ({ ctx, input, next }) => {
  await findPlan(ctx.services.core, input.slug);
  return next();
});

const attention = operatorReadProcedure
  .meta(rest('GET', '/admin/attention', 'Who may need an operator, one kind at a time'))
  .input(shape.attentionQuery)
  .output(
    z.object({
      items: z.array(shape.attentionShape),
      count: z.int().meta({ description: 'How many there are in all, at most 1,000' }),
      more: z.boolean().meta({ description: 'There are more than 1,000' }),
      next_cursor: z.string(),
    }),
  )
  .query(({ ctx: { services }, input }) =>
    paged(services.core, `attention ${input.kind}`, input, async (page) => {
      if (input.plan !== undefined) await judgePlan(services.core, input.plan);
      return listAttention(services.core, input.kind, { ...page, plan: input.plan });
    }),
  );

const plans = t.router({
  list: operatorReadProcedure
    .meta(rest('GET', '/admin/plans', 'List plans, the smallest first'))
    .output(z.object({ plans: z.array(shape.planShape) }))
    .query(async ({ ctx }) => ({ plans: await listPlans(ctx.services.core) })),
  update: writePlan
    .meta(rest('PATCH', '/admin/plans/{slug}', 'Change limits of a plan', { body: true }))
    .use(withBody)
    .input(shape.planLimitsBody)
    .output(z.void())
    .mutation(({ ctx, input: { slug, ...limits } }) => setPlanLimits(ctx.services.core, ctx.actor, slug, limits)),
});

const retention = t.router({
  get: operatorReadProcedure
    .meta(rest('GET', '/admin/retention', 'What retention did last, and what holds it back'))
    .output(shape.retentionShape)
    .query(({ ctx }) => getRetention(ctx.services.core)),
});

const status = operatorReadProcedure
  .meta(rest('GET', '/admin/status', 'What `goal status` says: the service, for the operator on call'))
  .output(shape.statusShape)
  .query(({ ctx }) => getStatus(ctx.services.core));

const keys = t.router({
  find: operatorReadProcedure
    .meta(rest('GET', '/admin/keys', 'What the prefix of a key belongs to: at most one of each kind'))
    .input(shape.keysQuery)
    .output(z.object({ keys: z.array(shape.foundKeyShape) }))
    .query(async ({ ctx, input }) => ({ keys: await findKeysByPrefix(ctx.services.core, input.prefix) })),
});

/** The outcome of a change whose answer was lost, for pages alone (rulings §10.52). */
const act = operatorReadProcedure
  .input(shape.actQuery)
  .output(shape.actShape)
  .query(({ ctx, input }) => getAct(ctx.services.core, { ...input, holder: holderOf(ctx.token) }));

/** The operator API (interface.md §4, rulings §8): admin tokens. */
export const adminRouter = t.router({
  whoami,
  act,
  status,
  attention,
  plans,
  retention,
  accounts: accountsRouter,
  sites: sitesRouter,
  streams: streamsRouter,
  keys,
  actions: actionsRouter,
  tokens: tokensRouter,
  people: peopleRouter,
});
