import * as shape from '@goal/contract';
import { bundleMemberLog, findMemberBundle, getMemberLog, recordCopy } from '@goal/core';
import { z } from 'zod';

import { adminOfAllProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';
import { unlisted } from '../meta.ts';
import { bundleStream, startedBundle } from '../signed-log.ts';

/** The signed log, for owners and admins of the whole account (rulings §16.13). */
export const logOfMember = t.router({
  get: adminOfAllProcedure.output(shape.memberLogShape).query(({ ctx }) => getMemberLog(ctx.services.core, ctx.caller)),
  copied: adminOfAllProcedure
    .use(withBody)
    .output(z.void())
    .mutation(({ ctx }) => recordCopy(ctx.services.core, ctx.caller)),
  bundling: adminOfAllProcedure
    .output(shape.memberBundleShape)
    .query(({ ctx }) => findMemberBundle(ctx.services.core, ctx)),
  /** GET /dashboard/log/bundle, which the dashboard's server passes on. */
  bundle: adminOfAllProcedure
    .meta(unlisted('GET', '/dashboard/log/bundle', { stream: true }))
    .output(bundleStream)
    .query(({ ctx }) => startedBundle(ctx, () => bundleMemberLog(ctx.services.core, ctx, ctx.revalidate))),
});
