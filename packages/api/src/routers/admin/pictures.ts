import * as shape from '@goal/contract';
import { activityOfAccount, activityOfSite, listSilentSites, listTopCodes, listTopSites } from '@goal/core';

import { rest } from '../meta.ts';
import { readAccount, readSite } from './named.ts';

/** Statistics of an account's events, read from counters: no request counts events. */
export const picturesOfAccount = {
  activity: readAccount
    .meta(rest('GET', '/admin/accounts/{id}/activity', 'Events a UTC day by severity'))
    .input(shape.pictureQuery)
    .output(shape.activityShape)
    .query(({ ctx, input }) => activityOfAccount(ctx.services.core, ctx.caller, input.days)),
  topSites: readAccount
    .meta(rest('GET', '/admin/accounts/{id}/top-sites', 'The sites that send most'))
    .input(shape.pictureQuery)
    .output(shape.topSitesShape)
    .query(({ ctx, input }) => listTopSites(ctx.services.core, ctx.caller, input.days)),
  topCodes: readAccount
    .meta(rest('GET', '/admin/accounts/{id}/top-codes', 'The most frequent event codes of the newest 20,000 events'))
    .input(shape.pictureQuery)
    .output(shape.topCodesShape)
    .query(({ ctx, input }) => listTopCodes(ctx.services.core, ctx.caller, input.days)),
  silentSites: readAccount
    .meta(rest('GET', '/admin/accounts/{id}/silent-sites', 'Sites that used to send and have gone silent'))
    .output(shape.silentSitesShape)
    .query(({ ctx }) => listSilentSites(ctx.services.core, ctx.caller)),
};

/** The same for one site. */
export const siteActivity = readSite
  .meta(rest('GET', '/admin/sites/{id}/activity', 'Events a UTC day by severity'))
  .input(shape.pictureQuery)
  .output(shape.activityShape)
  .query(({ ctx, input }) => activityOfSite(ctx.services.core, ctx.caller, ctx.site, input.days));
