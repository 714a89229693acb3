import * as shape from '@goal/contract';
import {
  activateSites,
  createSite,
  findGroup,
  inspectGroupKeys,
  listAccountGroups,
  listAccountKeys,
  listAccountSites,
  mintAccountKey,
  revokeAccountKey,
  revokeGroupKey,
  withReason,
} from '@goal/core';
import { z } from 'zod';

import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';
import { rest, unchecked } from '../meta.ts';
import { accountSitesFile } from './files.ts';
import { readAccount, writeAccount } from './named.ts';
import { paged } from '../paged.ts';
import { wholeList } from '../whole-list.ts';

/** The sites of one account, as operators see them. */
export const accountSitesRouter = t.router({
  file: accountSitesFile,
  list: readAccount
    .meta(rest('GET', '/admin/accounts/{id}/sites', "An account's sites with what arrives, newest first"))
    .input(shape.accountSitesQuery)
    .output(z.object({ sites: z.array(shape.inspectedSiteRowShape), next_cursor: z.string() }))
    .query(({ ctx: { services, caller }, input }) =>
      paged(services.core, 'account sites', input, (page) =>
        listAccountSites(services.core, caller, { q: input.q, status: input.status, groupId: input.group_id }, page),
      ),
    ),
  create: writeAccount
    .meta(
      rest('POST', '/admin/accounts/{id}/sites', 'Register a site for an account', {
        status: 201,
        body: true,
        query: ['access'],
        errors: [400, 404, 409],
      }),
    )
    .use(withBody)
    .input(shape.createSiteBody)
    .output(shape.createdSiteShape)
    .mutation(({ ctx, input }) => createSite(ctx.services.core, ctx.caller, input)),
  activate: writeAccount
    .meta(
      rest('POST', '/admin/accounts/{id}/sites/activate', 'Activate paused sites, as many as the plan has places for', {
        body: true,
        errors: [400, 404, 409],
      }),
    )
    .use(withBody)
    .input(shape.activateSitesBody)
    .output(shape.activatedSitesShape)
    .mutation(({ ctx, input }) => activateSites(ctx.services.core, ctx.caller, input)),
});

/** The groups of one account, each with its number of keys. */
export const accountGroupsRouter = t.router({
  list: readAccount
    .meta(rest('GET', '/admin/accounts/{id}/groups', "An account's groups, newest first"))
    .input(shape.accountGroupsQuery)
    .output(z.object({ groups: z.array(shape.inspectedGroupShape), next_cursor: z.string() }))
    .query(({ ctx: { services, caller }, input }) =>
      paged(services.core, 'account groups', input, (page) =>
        listAccountGroups(services.core, caller, { q: input.q }, page),
      ),
    ),
  keys: t.router({
    list: readAccount
      .meta(rest('GET', '/admin/accounts/{id}/groups/{group_id}/keys', 'List the keys of a group'))
      .input(shape.accountGroupPath)
      .output(unchecked(z.object({ keys: z.array(shape.groupKeyShape) })))
      .query(async ({ ctx, input }) => {
        const { core } = ctx.services;
        const group = await findGroup(core.db.prisma, ctx.caller.account.rowId, input.group_id);
        return wholeList(ctx, 'keys', await inspectGroupKeys(core, group));
      }),
    revoke: writeAccount
      .meta(rest('DELETE', '/admin/accounts/{id}/groups/{group_id}/keys/{prefix}', 'Revoke a group key'))
      .input(shape.accountGroupPath)
      .input(shape.keyPath)
      .input(shape.reasonInput)
      .output(z.void())
      .mutation(({ ctx, input }) =>
        revokeGroupKey(ctx.services.core, withReason(ctx.caller, input), input.group_id, input.prefix),
      ),
  }),
});

/** The account keys of one account. */
export const accountKeysRouter = t.router({
  list: readAccount
    .meta(rest('GET', '/admin/accounts/{id}/keys', 'List account keys'))
    .output(unchecked(z.object({ keys: z.array(shape.accountKeyShape) })))
    .query(async ({ ctx }) => wholeList(ctx, 'keys', await listAccountKeys(ctx.services.core, ctx.caller.account))),
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
    .mutation(({ ctx, input }) => mintAccountKey(ctx.services.core, ctx.caller, input)),
  revoke: writeAccount
    .meta(rest('DELETE', '/admin/accounts/{id}/keys/{prefix}', 'Revoke an account key'))
    .input(shape.keyPath)
    .input(shape.reasonInput)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeAccountKey(ctx.services.core, withReason(ctx.caller, input), input.prefix)),
});
