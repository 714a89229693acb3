import * as shape from '@goal/contract';
import { DomainError } from '@goal/contract';
import {
  activateSite,
  chooseSites,
  createSite,
  deleteSite,
  deleteSites,
  findSite,
  getMemberSite,
  listMemberSites,
  listMemberSiteKeys,
  mintSiteKey,
  moveSites,
  revokeSiteKey,
  setKeepIp,
  updateSite,
} from '@goal/core';
import { z } from 'zod';

import { adminOfAllProcedure, adminProcedure, confirmed, memberProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';
import { unchecked } from '../meta.ts';
import { paged } from '../paged.ts';
import { wholeList } from '../whole-list.ts';

const siteProcedure = adminProcedure.input(shape.sitePath).use(async ({ ctx, input, next }) => {
  const site = await findSite(ctx.services.core.db.prisma, ctx.caller, input.id);
  return next({ ctx: { site } });
});

/** Only members of the whole account move a site (rulings §10.31); judged with the reach. */
const movingProcedure = adminProcedure
  .use(async ({ ctx, getRawInput, next }) => {
    if (ctx.caller.group !== undefined && Object.hasOwn((await getRawInput()) ?? {}, 'group_id'))
      throw new DomainError('whole_account_required');
    return next();
  })
  .input(shape.sitePath)
  .use(async ({ ctx, input, next }) => {
    const site = await findSite(ctx.services.core.db.prisma, ctx.caller, input.id);
    return next({ ctx: { site } });
  });

/** Keys of a site (rulings §10.16). */
const tokens = t.router({
  list: siteProcedure
    .output(unchecked(z.object({ tokens: z.array(shape.siteKeyShape) })))
    .query(async ({ ctx }) => wholeList(ctx, 'tokens', await listMemberSiteKeys(ctx.services.core, ctx.site))),
  create: siteProcedure
    .use(withBody)
    .input(shape.mintSiteKeyQuery)
    .output(shape.mintedSiteKeyShape)
    .mutation(({ ctx, input }) => mintSiteKey(ctx.services.core, ctx.caller, ctx.site.id, input.access)),
  revoke: siteProcedure
    .use(withBody)
    .input(shape.keyPath)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeSiteKey(ctx.services.core, ctx.caller, ctx.site.id, input.prefix)),
});

/** The account's sites (rulings §10.31); for a member of one group, those of the group. */
export const sitesRouter = t.router({
  list: memberProcedure
    .input(shape.memberSitesQuery)
    .output(unchecked(shape.memberSitesShape))
    .query(({ ctx: { services, caller }, input: { group_id: groupId, ...input } }) =>
      paged(services.core, 'sites of a member', input, (page) =>
        listMemberSites(services.core, caller, { ...input, groupId }, page),
      ),
    ),
  get: memberProcedure
    .input(shape.sitePath)
    .output(shape.memberSiteDetailShape)
    .query(async ({ ctx: { services, caller }, input }) =>
      getMemberSite(services.core, caller, await findSite(services.core.db.prisma, caller, input.id)),
    ),
  create: adminProcedure
    .use(withBody)
    .input(shape.createSiteBody)
    .output(shape.createdSiteShape)
    .mutation(({ ctx, input }) => createSite(ctx.services.core, ctx.caller, input)),
  update: movingProcedure
    .use(withBody)
    .input(shape.updateSiteBody)
    .output(z.void())
    .mutation(({ ctx, input }) => updateSite(ctx.services.core, ctx.caller, ctx.site.id, input)),
  activate: siteProcedure
    .use(withBody)
    .output(z.void())
    .mutation(({ ctx }) => activateSite(ctx.services.core, ctx.caller, ctx.site.id)),
  move: adminOfAllProcedure
    .use(withBody)
    .input(shape.moveSitesBody)
    .output(shape.movedSitesShape)
    .mutation(({ ctx, input }) => moveSites(ctx.services.core, ctx.caller, input)),
  choose: adminOfAllProcedure
    .meta({ confirmed: true })
    .use(confirmed)
    .use(withBody)
    .input(shape.chooseSitesBody)
    .output(shape.chosenSitesShape)
    .mutation(({ ctx, input }) => chooseSites(ctx.services.core, ctx.caller, input)),
  delete: adminProcedure
    .meta({ confirmed: true })
    .use(confirmed)
    .input(shape.sitePath)
    .use(async ({ ctx, input, next }) => {
      await findSite(ctx.services.core.db.prisma, ctx.caller, input.id);
      return next();
    })
    .use(withBody)
    .input(shape.deleteOwnSiteBody)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteSite(ctx.services.core, ctx.caller, input.id, input.domain)),
  deleteSeveral: adminOfAllProcedure
    .meta({ confirmed: true })
    .use(confirmed)
    .use(withBody)
    .input(shape.deleteSitesBody)
    .output(shape.deletedSitesShape)
    .mutation(({ ctx, input }) => deleteSites(ctx.services.core, ctx.caller, input)),
  tokens,
  /** Whether a site keeps the addresses of its events (rulings §11.5). */
  setKeepIp: adminProcedure
    .use(withBody)
    .input(shape.keepIpBody)
    .output(z.void())
    .mutation(({ ctx, input }) => setKeepIp(ctx.services.core, ctx.caller, input.id, input.keep_ip)),
});
