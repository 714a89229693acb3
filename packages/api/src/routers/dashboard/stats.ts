import * as shape from '@goal/contract';
import { memberActivity, memberSilentSites, memberTopCodes, memberTopSites, readUsage } from '@goal/core';

import { memberProcedure } from '../../access.ts';

/** Usage and statistics (rulings §10.35); a member of one group reads those of the group. */
export const statsOfMember = {
  usage: memberProcedure.output(shape.usageShape).query(({ ctx }) => readUsage(ctx.services.core, ctx.caller)),
  activity: memberProcedure
    .input(shape.memberPictureQuery)
    .output(shape.memberActivityShape)
    .query(({ ctx, input }) => memberActivity(ctx.services.core, ctx.caller, input)),
  topSites: memberProcedure
    .input(shape.memberPictureQuery)
    .output(shape.topSitesShape)
    .query(({ ctx, input }) => memberTopSites(ctx.services.core, ctx.caller, input)),
  topCodes: memberProcedure
    .input(shape.memberPictureQuery)
    .output(shape.memberTopCodesShape)
    .query(({ ctx, input }) => memberTopCodes(ctx.services.core, ctx.caller, input)),
  silentSites: memberProcedure
    .input(shape.memberStatsQuery)
    .output(shape.silentSitesShape)
    .query(({ ctx, input }) => memberSilentSites(ctx.services.core, ctx.caller, input)),
};
