import * as shape from '@goal/contract';
import {
  activateSite,
  createGroup,
  createSite,
  deleteGroup,
  deleteSite,
  findGroup,
  findSite,
  getAccountEvent,
  describeAccount,
  getMe,
  listAccountEvents,
  listGroupKeys,
  listGroups,
  listSiteKeys,
  listSites,
  mintGroupKey,
  mintSiteKey,
  refuseMoveByGroupKey,
  revokeGroupKey,
  revokeSiteKey,
  searchAccountEvents,
  searchGroups,
  searchSites,
  updateGroup,
  updateSite,
  summarizeAccountEvents,
} from '@goal/core';
import { z } from 'zod';

import { accountProcedure, unscopedProcedure } from '../access.ts';
import { t } from '../trpc.ts';
import { withBody } from '../with-body.ts';
import { accountExport, accountExports } from './events-export.ts';
import { accountHolds } from './account-holds.ts';
import { accountRedactions, redactOne } from './account-redactions.ts';
import { accountTail } from './events-tail.ts';
import { rest, unchecked } from './meta.ts';
import { paged } from './paged.ts';
import { accountLog } from './signed-log.ts';
import { streamVerbs } from './streams.ts';
import { wholeList } from './whole-list.ts';

/** Finds the site in the path, before any part of the body is judged (rulings §2.4). */
const siteProcedure = accountProcedure.input(shape.sitePath).use(async ({ ctx, input, next }) => {
  const site = await findSite(ctx.services.core.db.prisma, ctx.caller, input.id);
  return next({ ctx: { site } });
});

/** Finds the group in the path, for an unscoped key. */
const groupProcedure = unscopedProcedure.input(shape.groupPath).use(async ({ ctx, input, next }) => {
  const group = await findGroup(ctx.services.core.db.prisma, ctx.caller.account.rowId, input.id);
  return next({ ctx: { group } });
});

const sites = t.router({
  list: accountProcedure
    .meta(rest('GET', '/account/sites', 'List sites'))
    .output(unchecked(z.object({ sites: z.array(shape.siteShape) })))
    .query(async ({ ctx }) => wholeList(ctx, 'sites', await listSites(ctx.services.core, ctx.caller))),
  /** For the MCP tools, not on the REST surface (rulings §9.5). */
  search: accountProcedure
    .input(shape.sitesSearch)
    .output(z.object({ sites: z.array(shape.siteShape), next_cursor: z.string() }))
    .query(({ ctx: { services, caller }, input: { q, cursor } }) =>
      paged(services.core, 'sites of a key', { limit: shape.limits.pageSize.max, cursor }, (page) =>
        searchSites(services.core, caller, q, page),
      ),
    ),
  create: accountProcedure
    .meta(
      rest('POST', '/account/sites', 'Register a site and mint its first key', {
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
  update: siteProcedure
    .meta(rest('PATCH', '/account/sites/{id}', 'Rename a site or move it between groups', { body: true }))
    .use(withBody)
    .use(async ({ ctx, getRawInput, next }) => {
      // Judged before the fields, whatever the value of group_id, so no schema can say it (rulings
      // §2.4).
      refuseMoveByGroupKey(ctx.caller, (await getRawInput()) ?? {});
      return next();
    })
    .input(shape.updateSiteBody)
    .output(z.void())
    .mutation(({ ctx, input }) => updateSite(ctx.services.core, ctx.caller, ctx.site.id, input)),
  activate: siteProcedure
    .meta(rest('POST', '/account/sites/{id}/activate', 'Reactivate a paused site', { errors: [404, 409] }))
    .output(z.void())
    .mutation(({ ctx }) => activateSite(ctx.services.core, ctx.caller, ctx.site.id)),
  delete: siteProcedure
    .meta(rest('DELETE', '/account/sites/{id}', 'Delete a site, its keys and its events', { errors: [400, 404, 409] }))
    .input(shape.confirmSiteQuery)
    .output(z.void())
    .mutation(({ ctx }) => deleteSite(ctx.services.core, ctx.caller, ctx.site.id)),
  tokens: t.router({
    list: siteProcedure
      .meta(rest('GET', '/account/sites/{id}/tokens', 'List the keys of a site'))
      .output(unchecked(z.object({ tokens: z.array(shape.siteKeyShape) })))
      .query(async ({ ctx }) => wholeList(ctx, 'tokens', await listSiteKeys(ctx.services.core, ctx.site))),
    create: siteProcedure
      .meta(
        rest('POST', '/account/sites/{id}/tokens', 'Mint a site key', {
          status: 201,
          query: ['access'],
          errors: [400, 404, 409],
        }),
      )
      .input(shape.mintSiteKeyQuery)
      .output(shape.mintedSiteKeyShape)
      .mutation(({ ctx, input }) => mintSiteKey(ctx.services.core, ctx.caller, ctx.site.id, input.access)),
    revoke: siteProcedure
      .meta(rest('DELETE', '/account/sites/{id}/tokens/{prefix}', 'Revoke a site key'))
      .input(shape.keyPath)
      .output(z.void())
      .mutation(({ ctx, input }) => revokeSiteKey(ctx.services.core, ctx.caller, ctx.site.id, input.prefix)),
  }),
});

const groups = t.router({
  list: accountProcedure
    .meta(rest('GET', '/account/groups', 'List groups'))
    .input(shape.groupsQuery)
    .output(unchecked(z.object({ groups: z.array(shape.groupShape) })))
    .query(async ({ ctx, input }) =>
      wholeList(ctx, 'groups', await listGroups(ctx.services.core, ctx.caller, input.external_ref)),
    ),
  /** For the MCP tools, not on the REST surface (rulings §9.5). */
  search: accountProcedure
    .input(shape.groupsSearch)
    .output(z.object({ groups: z.array(shape.groupShape), next_cursor: z.string() }))
    .query(({ ctx: { services, caller }, input: { q, external_ref: externalRef, cursor } }) =>
      paged(services.core, 'groups of a key', { limit: shape.limits.pageSize.max, cursor }, (page) =>
        searchGroups(services.core, caller, { q, externalRef }, page),
      ),
    ),
  create: unscopedProcedure
    .meta(rest('POST', '/account/groups', 'Create a group', { status: 201, body: true, errors: [400, 409] }))
    .use(withBody)
    .input(shape.createGroupBody)
    .output(shape.createdGroupShape)
    .mutation(({ ctx, input }) => createGroup(ctx.services.core, ctx.caller, input)),
  update: groupProcedure
    .meta(
      rest('PATCH', '/account/groups/{id}', 'Change the name or reference of a group', {
        body: true,
        errors: [400, 404, 409],
      }),
    )
    .use(withBody)
    .input(shape.updateGroupBody)
    .output(z.void())
    .mutation(({ ctx, input }) => updateGroup(ctx.services.core, ctx.caller, ctx.group.id, input)),
  delete: groupProcedure
    .meta(rest('DELETE', '/account/groups/{id}', 'Delete a group; its sites stay'))
    .output(z.void())
    .mutation(({ ctx }) => deleteGroup(ctx.services.core, ctx.caller, ctx.group.id)),
  keys: t.router({
    list: groupProcedure
      .meta(rest('GET', '/account/groups/{id}/keys', 'List the keys of a group'))
      .output(unchecked(z.object({ keys: z.array(shape.groupKeyShape) })))
      .query(async ({ ctx }) => wholeList(ctx, 'keys', await listGroupKeys(ctx.services.core, ctx.group))),
    create: groupProcedure
      .meta(
        rest('POST', '/account/groups/{id}/keys', 'Mint a group key', {
          status: 201,
          body: true,
          errors: [400, 404, 409],
        }),
      )
      .use(withBody)
      .input(shape.mintKeyBody)
      .output(shape.mintedGroupKeyShape)
      .mutation(({ ctx, input }) => mintGroupKey(ctx.services.core, ctx.caller, ctx.group.id, input)),
    revoke: groupProcedure
      .meta(rest('DELETE', '/account/groups/{id}/keys/{prefix}', 'Revoke a group key'))
      .input(shape.keyPath)
      .output(z.void())
      .mutation(({ ctx, input }) => revokeGroupKey(ctx.services.core, ctx.caller, ctx.group.id, input.prefix)),
  }),
});

const events = t.router({
  list: accountProcedure
    .meta(rest('GET', '/account/events', 'Read events across the sites of the account', { errors: [400, 404] }))
    .input(shape.accountEventsQuery)
    .output(unchecked(z.object({ events: z.array(shape.accountEventShape), next_cursor: z.string() })))
    .query(({ ctx, input }) => listAccountEvents(ctx.services.core, ctx.caller, input)),
  summary: accountProcedure
    .meta(
      rest('GET', '/account/events/summary', 'Count events across the sites of the account', { errors: [400, 404] }),
    )
    .input(shape.accountSummaryQuery)
    .output(unchecked(shape.summaryShape))
    .query(({ ctx, input }) => summarizeAccountEvents(ctx.services.core, ctx.caller, input)),
  /** For the MCP tools, not on the REST surface (rulings §9.5, §11.6). */
  search: accountProcedure
    .input(shape.accountEventsSearch)
    .output(unchecked(shape.accountEventsFoundShape))
    .query(({ ctx: { services, caller, revalidate }, input, signal }) =>
      searchAccountEvents(services.core, caller, input, { revalidate, signal }),
    ),
  get: accountProcedure
    .input(shape.eventPath)
    .output(shape.accountEventDetailShape)
    .query(({ ctx, input }) => getAccountEvent(ctx.services.core, ctx.caller, input.id)),
  redact: redactOne,
  tail: accountTail,
  export: accountExport,
});

/** The account API (interface.md §4): account keys and group keys. */
export const accountRouter = t.router({
  me: accountProcedure
    .meta(rest('GET', '/account/me', 'The account behind the key'))
    .output(shape.accountShape)
    .query(({ ctx }) => getMe(ctx.services.core, ctx.key)),
  /** For the MCP tools, not on the REST surface (rulings §9.5). */
  describe: accountProcedure
    .output(shape.describedAccountShape)
    .query(({ ctx }) => describeAccount(ctx.services.core, ctx.key)),
  sites,
  groups,
  events,
  exports: accountExports,
  streams: t.router(streamVerbs({ using: unscopedProcedure, opening: unscopedProcedure, rest })),
  holds: accountHolds,
  redactions: accountRedactions,
  log: accountLog,
});
