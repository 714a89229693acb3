import * as shape from '@goal/contract';
import { searchMemberSites, setKeepIp } from '@goal/core';
import { z } from 'zod';

import { adminProcedure, memberProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';
import { unchecked } from '../meta.ts';
import { paged } from '../paged.ts';

/** The account's sites; a member of one group sees and changes those of the group. */
export const sitesRouter = t.router({
  list: memberProcedure
    .input(shape.memberSitesQuery)
    .output(unchecked(shape.memberSitesShape))
    .query(({ ctx: { services, caller }, input: { q, ...input } }) =>
      paged(services.core, 'sites of a member', input, (page) => searchMemberSites(services.core, caller, q, page)),
    ),
  /** Whether a site keeps the addresses of its events (rulings §11.5). */
  setKeepIp: adminProcedure
    .use(withBody)
    .input(shape.keepIpBody)
    .output(z.void())
    .mutation(({ ctx, input }) => setKeepIp(ctx.services.core, ctx.caller, input.id, input.keep_ip)),
});
