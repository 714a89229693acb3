import * as shape from '@goal/contract';
import { getAct, getMemberAccount, listNotices, makeReport } from '@goal/core';

import { memberProcedure } from '../access.ts';
import { holderOf } from '../acting.ts';
import { t } from '../trpc.ts';
import { accountRouter } from './dashboard/account.ts';
import { actionsRouter } from './dashboard/actions.ts';
import { brandRouter } from './dashboard/brand.ts';
import { billingRouter } from './dashboard/billing.ts';
import { eventsRouter } from './dashboard/events.ts';
import { groupsRouter } from './dashboard/groups.ts';
import { holdsRouter } from './dashboard/holds.ts';
import { keysRouter } from './dashboard/keys.ts';
import { invitationsRouter, membersRouter } from './dashboard/members.ts';
import { logOfMember } from './dashboard/signed-log.ts';
import { redactionsRouter } from './dashboard/redactions.ts';
import { sitesRouter } from './dashboard/sites.ts';
import { statsOfMember } from './dashboard/stats.ts';
import { streamsRouter } from './dashboard/streams.ts';
import { viewsRouter } from './dashboard/views.ts';

/** The procedures of members for an account in the dashboard (rulings §10). */
export const dashboardRouter = t.router({
  me: memberProcedure
    .output(shape.memberAccountShape)
    .query(({ ctx }) => getMemberAccount(ctx.services.core, ctx.membership)),
  act: memberProcedure
    .input(shape.actQuery)
    .output(shape.actShape)
    .query(({ ctx, input }) => getAct(ctx.services.core, { ...input, holder: holderOf(ctx.session) })),
  account: accountRouter,
  notices: memberProcedure
    .output(shape.noticesShape)
    .query(({ ctx }) => listNotices(ctx.services.core, ctx.membership)),
  ...statsOfMember,
  billing: billingRouter,
  keys: keysRouter,
  members: membersRouter,
  invitations: invitationsRouter,
  actions: actionsRouter,
  groups: groupsRouter,
  sites: sitesRouter,
  events: eventsRouter,
  log: logOfMember,
  streams: streamsRouter,
  holds: holdsRouter,
  redactions: redactionsRouter,
  views: viewsRouter,
  brand: brandRouter,
  /** A month, for paper (rulings §10.37). */
  report: memberProcedure
    .input(shape.reportQuery)
    .output(shape.reportShape)
    .query(({ ctx, input, signal }) => makeReport(ctx.services.core, { ...ctx, signal }, input)),
});
