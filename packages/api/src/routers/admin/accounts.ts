import * as shape from '@goal/contract';
import {
  changePlan,
  countAccounts,
  createAccount,
  deleteAccount,
  getAccount,
  getAccountLog,
  listAccounts,
  listArrivals,
  setReseller,
  summarizeAccount,
  updateAccount,
  withReason,
} from '@goal/core';
import { z } from 'zod';

import { operatorWriteProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';
import { rest, unchecked } from '../meta.ts';
import { accountGroupsRouter, accountKeysRouter, accountSitesRouter } from './account-parts.ts';
import { accountFilter, accountsFile, filteredAccounts } from './files.ts';
import { accountHoldsRouter } from './holds.ts';
import { readAccount, writeAccount } from './named.ts';
import { accountInvitationsRouter, accountMembersRouter } from './people.ts';
import { accountStreamsRouter } from './streams.ts';
import { paged } from '../paged.ts';
import { wholeList } from '../whole-list.ts';
import { picturesOfAccount } from './pictures.ts';
import { previews } from './previews.ts';

/** Operators on accounts (rulings §8). */
export const accountsRouter = t.router({
  file: accountsFile,
  list: filteredAccounts
    .meta(rest('GET', '/admin/accounts', 'List accounts'))
    .input(shape.accountsListQuery)
    .output(shape.accountsListShape)
    .query(async ({ ctx: { services }, input }) => {
      const { sort = 'created' } = input;
      const list = sort === 'created' ? 'accounts' : (`accounts by ${sort}` as const);
      const filter = accountFilter(input);
      const page = await paged(services.core, list, input, (request) => listAccounts(services.core, filter, request));
      return input.sort === undefined ? page : { ...page, ...(await countAccounts(services.core, filter)) };
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
    .meta(rest('GET', '/admin/accounts/{id}', 'Inspect an account'))
    .output(unchecked(shape.operatorAccountShape))
    .query(async ({ ctx }) => {
      const { account, sites } = await getAccount(ctx.services.core, ctx.caller);
      return wholeList(ctx, 'sites', sites, account);
    }),
  update: writeAccount
    .meta(
      rest('PATCH', '/admin/accounts/{id}', 'Change the e-mail or the name of an account', {
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
      rest('DELETE', '/admin/accounts/{id}', 'Delete an account with everything in it', { errors: [400, 404, 409] }),
    )
    .input(shape.confirmAccountQuery)
    .input(shape.reasonInput)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteAccount(ctx.services.core, withReason(ctx.caller, input))),
  setReseller: writeAccount
    .meta(
      rest('POST', '/admin/accounts/{id}/reseller', 'Turn the reseller flag on or off', { status: 204, body: true }),
    )
    .use(withBody)
    .input(shape.resellerBody)
    .input(shape.reasonInput)
    // REST answers 204; the console tells whether this call made the change.
    .output(z.object({ changed: z.boolean() }))
    .mutation(async ({ ctx, input }) => ({
      changed: await setReseller(ctx.services.core, withReason(ctx.caller, input), input.enabled),
    })),
  setPlan: writeAccount
    .meta(rest('POST', '/admin/accounts/{id}/plan', 'Change the plan', { body: true }))
    .use(withBody)
    .input(shape.planBody)
    .input(shape.reasonInput)
    .output(z.void())
    .mutation(({ ctx, input }) => changePlan(ctx.services.core, withReason(ctx.caller, input), input.plan)),
  arrivals: readAccount
    .meta(
      rest('GET', '/admin/accounts/{id}/arrivals', 'Why does nothing arrive: last accepted and last refused, per site'),
    )
    .output(unchecked(z.object({ arrivals: z.array(shape.arrivalShape) })))
    .query(async ({ ctx }) => wholeList(ctx, 'arrivals', await listArrivals(ctx.services.core, ctx.caller))),
  ...picturesOfAccount,
  ...previews,
  summary: readAccount
    .meta(rest('GET', '/admin/accounts/{id}/summary', 'Limits, usage, and what is kept'))
    .output(shape.accountSummaryShape)
    .query(({ ctx }) => summarizeAccount(ctx.services.core, ctx.caller)),
  sites: accountSitesRouter,
  groups: accountGroupsRouter,
  keys: accountKeysRouter,
  invitations: accountInvitationsRouter,
  members: accountMembersRouter,
  streams: accountStreamsRouter,
  log: readAccount
    .meta(rest('GET', '/admin/accounts/{id}/log', 'How the signed log of an account is'))
    .output(shape.operatorLogShape)
    .query(({ ctx }) => getAccountLog(ctx.services.core, ctx.caller.account)),
  holds: accountHoldsRouter,
});
