import * as shape from '@goal/contract';
import {
  activateSite,
  deleteSite,
  findSites,
  inspectSite,
  listSiteKeys,
  restoreSite,
  revokeSite,
  revokeSiteKey,
  setSiteRate,
  withReason,
} from '@goal/core';
import { z } from 'zod';

import { operatorReadProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';
import { rest, unchecked } from '../meta.ts';
import { sitesFile } from './files.ts';
import { readSite, writeSite } from './named.ts';
import { paged } from '../paged.ts';
import { wholeList } from '../whole-list.ts';
import { siteActivity } from './pictures.ts';

/** Operators on sites (rulings §8). */
export const sitesRouter = t.router({
  file: sitesFile,
  list: operatorReadProcedure
    .meta(rest('GET', '/admin/sites', 'Find sites of all accounts by domain, newest first'))
    .input(shape.sitesQuery)
    .output(z.object({ sites: z.array(shape.foundSiteShape), next_cursor: z.string() }))
    .query(({ ctx: { services }, input }) =>
      paged(services.core, 'sites', input, (page) => findSites(services.core, input.q, page)),
    ),
  get: readSite
    .meta(rest('GET', '/admin/sites/{id}', 'Inspect a site: why does nothing arrive?'))
    .output(shape.inspectedSiteShape)
    .query(({ ctx }) => inspectSite(ctx.services.core, ctx.caller, ctx.site)),
  activity: siteActivity,
  keys: t.router({
    list: readSite
      .meta(rest('GET', '/admin/sites/{id}/keys', "List a site's keys"))
      .output(unchecked(z.object({ keys: z.array(shape.siteKeyShape) })))
      .query(async ({ ctx }) => wholeList(ctx, 'keys', await listSiteKeys(ctx.services.core, ctx.site))),
    revoke: writeSite
      .meta(rest('DELETE', '/admin/sites/{id}/keys/{prefix}', 'Revoke a site key'))
      .input(shape.keyPath)
      .input(shape.reasonInput)
      .output(z.void())
      .mutation(({ ctx, input }) =>
        revokeSiteKey(ctx.services.core, withReason(ctx.caller, input), input.id, input.prefix),
      ),
  }),
  revoke: writeSite
    .meta(rest('POST', '/admin/sites/{id}/revoke', 'Take a site out of use', { query: ['reason'] }))
    .input(shape.reasonInput)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeSite(ctx.services.core, withReason(ctx.caller, input), input.id)),
  restore: writeSite
    .meta(rest('POST', '/admin/sites/{id}/restore', 'Give a revoked site back, paused', { errors: [404, 409] }))
    .output(z.void())
    .mutation(({ ctx, input }) => restoreSite(ctx.services.core, ctx.caller, input.id)),
  activate: writeSite
    .meta(
      rest('POST', '/admin/sites/{id}/activate', 'Activate a paused site, within the quota of its account', {
        errors: [404, 409],
      }),
    )
    .output(z.void())
    .mutation(({ ctx, input }) => activateSite(ctx.services.core, ctx.caller, input.id)),
  update: writeSite
    .meta(rest('PATCH', '/admin/sites/{id}', 'Change the read rate of a site', { body: true }))
    .use(withBody)
    .input(shape.siteRateBody)
    .output(z.void())
    .mutation(({ ctx, input }) => setSiteRate(ctx.services.core, ctx.caller, input.id, input.rate_limit_rps)),
  delete: writeSite
    .meta(rest('DELETE', '/admin/sites/{id}', 'Delete a site, its keys and its events', { errors: [400, 404, 409] }))
    .input(shape.confirmSiteQuery)
    .input(shape.reasonInput)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteSite(ctx.services.core, withReason(ctx.caller, input), input.id)),
});
