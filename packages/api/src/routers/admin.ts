import * as shape from '@goal/contract';
import {
  changePlan,
  createAccount,
  createSite,
  deleteAccount,
  deleteSite,
  findAccount,
  findAccountOfSite,
  getAccount,
  judgePlan,
  listAccountKeys,
  listAccounts,
  listActions,
  listArrivals,
  mintAccountKey,
  restoreSite,
  revokeAccountKey,
  revokeSite,
  setReseller,
  setSiteRate,
  updateAccount,
} from '@goal/core';
import { z } from 'zod';

import { operatorReadProcedure, operatorWriteProcedure } from '../access.ts';
import { t } from '../trpc.ts';
import { withBody } from '../with-body.ts';
import { rest } from './meta.ts';

const readAccount = operatorReadProcedure.input(shape.accountPath).use(async ({ ctx, input, next }) => {
  const caller = await findAccount(ctx.services.core, ctx.actor, input.id);
  return next({ ctx: { caller } });
});

const writeAccount = operatorWriteProcedure.input(shape.accountPath).use(async ({ ctx, input, next }) => {
  const caller = await findAccount(ctx.services.core, ctx.actor, input.id);
  return next({ ctx: { caller } });
});

const writeSite = operatorWriteProcedure.input(shape.sitePath).use(async ({ ctx, input, next }) => {
  const caller = await findAccountOfSite(ctx.services.core, ctx.actor, input.id);
  return next({ ctx: { caller } });
});

const accounts = t.router({
  list: operatorReadProcedure
    .meta(rest('GET', '/admin/accounts', 'List accounts', { status: 200, errors: [400] }))
    .input(shape.accountsFilter)
    .use(async ({ ctx, input, next }) => {
      // The plan comes before the other parameters in the table, and only the database knows it (rulings §2.4).
      if (input.plan !== undefined) await judgePlan(ctx.services.core, input.plan);
      return next();
    })
    .input(shape.accountsPage)
    .output(z.object({ accounts: z.array(shape.operatorAccountRowShape), next_cursor: z.string() }))
    .query(async ({ ctx, input }) => {
      const { core } = ctx.services;
      const after = await core.events.sealer.open('accounts', input.cursor);
      const filter = { q: input.q, plan: input.plan, isReseller: input.is_reseller };
      const { accounts: page, next } = await listAccounts(core, filter, { limit: input.limit, after });
      return { accounts: page, next_cursor: core.events.sealer.seal('accounts', next) };
    }),
  create: operatorWriteProcedure
    .meta(rest('POST', '/admin/accounts', 'Create an account', { status: 201, body: true, errors: [400, 409] }))
    .use(withBody)
    .input(shape.createAccountBody)
    .output(shape.createdAccountShape)
    .mutation(({ ctx, input: { email, plan } }) =>
      createAccount(ctx.services.core, ctx.actor, { email, plan: plan ?? 'free' }),
    ),
  get: readAccount
    .meta(rest('GET', '/admin/accounts/{id}', 'Inspect an account', { status: 200, errors: [404] }))
    .output(shape.operatorAccountShape)
    .query(({ ctx }) => getAccount(ctx.services.core, ctx.caller)),
  update: writeAccount
    .meta(
      rest('PATCH', '/admin/accounts/{id}', 'Change the e-mail of an account', {
        status: 204,
        body: true,
        errors: [400, 404, 409],
      }),
    )
    .use(withBody)
    .input(shape.updateAccountBody)
    .output(z.void())
    .mutation(({ ctx, input }) => updateAccount(ctx.services.core, ctx.caller, input)),
  delete: writeAccount
    .meta(
      rest('DELETE', '/admin/accounts/{id}', 'Delete an account with everything in it', {
        status: 204,
        errors: [400, 404],
      }),
    )
    .input(shape.confirmQuery)
    .output(z.void())
    .mutation(({ ctx, input }) => {
      if (input.confirm !== true) throw new shape.DomainError('confirm_account');
      return deleteAccount(ctx.services.core, ctx.caller);
    }),
  setReseller: writeAccount
    .meta(
      rest('POST', '/admin/accounts/{id}/reseller', 'Turn the reseller flag on or off', {
        status: 204,
        body: true,
        errors: [400, 404],
      }),
    )
    .use(withBody)
    .input(shape.resellerBody)
    .output(z.void())
    .mutation(({ ctx, input }) => setReseller(ctx.services.core, ctx.caller, input.enabled)),
  setPlan: writeAccount
    .meta(rest('POST', '/admin/accounts/{id}/plan', 'Change the plan', { status: 204, body: true, errors: [400, 404] }))
    .use(withBody)
    .input(shape.planBody)
    .output(z.void())
    .mutation(({ ctx, input }) => changePlan(ctx.services.core, ctx.caller, input.plan)),
  arrivals: readAccount
    .meta(
      rest(
        'GET',
        '/admin/accounts/{id}/arrivals',
        'Why does nothing arrive: last accepted and last refused, per site',
        { status: 200, errors: [404] },
      ),
    )
    .output(z.object({ arrivals: z.array(shape.arrivalShape) }))
    .query(async ({ ctx }) => ({ arrivals: await listArrivals(ctx.services.core, ctx.caller) })),
  sites: t.router({
    create: writeAccount
      .meta(
        rest('POST', '/admin/accounts/{id}/sites', 'Register a site for an account', {
          status: 201,
          body: true,
          errors: [400, 404, 409],
        }),
      )
      .use(withBody)
      .input(shape.createSiteBody)
      .output(shape.createdSiteShape)
      .mutation(({ ctx, input }) => createSite(ctx.services.core, ctx.caller, input)),
  }),
  keys: t.router({
    list: readAccount
      .meta(rest('GET', '/admin/accounts/{id}/keys', 'List account keys', { status: 200, errors: [404] }))
      .output(z.object({ keys: z.array(shape.accountKeyShape) }))
      .query(async ({ ctx }) => ({ keys: await listAccountKeys(ctx.services.core, ctx.caller.account) })),
    create: writeAccount
      .meta(
        rest('POST', '/admin/accounts/{id}/keys', 'Mint an account key', {
          status: 201,
          body: true,
          errors: [400, 404, 409],
        }),
      )
      .use(withBody)
      .input(shape.mintKeyBody)
      .output(shape.mintedAccountKeyShape)
      .mutation(({ ctx, input }) => mintAccountKey(ctx.services.core, ctx.caller, input.name ?? null)),
    revoke: writeAccount
      .meta(
        rest('DELETE', '/admin/accounts/{id}/keys/{prefix}', 'Revoke an account key', { status: 204, errors: [404] }),
      )
      .input(shape.keyPath)
      .output(z.void())
      .mutation(({ ctx, input }) => revokeAccountKey(ctx.services.core, ctx.caller, input.prefix)),
  }),
});

const sites = t.router({
  revoke: writeSite
    .meta(rest('POST', '/admin/sites/{id}/revoke', 'Take a site out of use', { status: 204, errors: [404] }))
    .output(z.void())
    .mutation(({ ctx, input }) => revokeSite(ctx.services.core, ctx.caller, input.id)),
  restore: writeSite
    .meta(
      rest('POST', '/admin/sites/{id}/restore', 'Give a revoked site back, paused', {
        status: 204,
        errors: [404, 409],
      }),
    )
    .output(z.void())
    .mutation(({ ctx, input }) => restoreSite(ctx.services.core, ctx.caller, input.id)),
  update: writeSite
    .meta(
      rest('PATCH', '/admin/sites/{id}', 'Change the read rate of a site', {
        status: 204,
        body: true,
        errors: [400, 404],
      }),
    )
    .use(withBody)
    .input(shape.siteRateBody)
    .output(z.void())
    .mutation(({ ctx, input }) => setSiteRate(ctx.services.core, ctx.caller, input.id, input.rate_limit_rps)),
  delete: writeSite
    .meta(
      rest('DELETE', '/admin/sites/{id}', 'Delete a site, its keys and its events', {
        status: 204,
        errors: [400, 404],
      }),
    )
    .input(shape.confirmQuery)
    .output(z.void())
    .mutation(({ ctx, input }) => {
      if (input.confirm !== true) throw new shape.DomainError('confirm_site');
      return deleteSite(ctx.services.core, ctx.caller, input.id);
    }),
});

const actions = t.router({
  list: operatorReadProcedure
    .meta(rest('GET', '/admin/actions', 'Who did what, newest first', { status: 200, errors: [400, 404] }))
    .input(shape.actionsQuery)
    .output(z.object({ actions: z.array(shape.actionShape), next_cursor: z.string() }))
    .query(async ({ ctx, input }) => {
      const { core } = ctx.services;
      const after = await core.events.sealer.open('actions', input.cursor);
      const { actions: page, next } = await listActions(core, input.account_id, { limit: input.limit, after });
      return { actions: page, next_cursor: core.events.sealer.seal('actions', next) };
    }),
});

/** The operator API (interface.md §4, rulings §8): admin tokens. */
export const adminRouter = t.router({ accounts, sites, actions });
