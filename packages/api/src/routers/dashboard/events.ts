import * as shape from '@goal/contract';
import { eventsAround, findMemberExport, getMemberEvent, listMemberEvents, summarizeMemberEvents } from '@goal/core';

import { memberProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { memberExport } from '../events-export.ts';
import { memberTail } from '../events-tail.ts';
import { unchecked } from '../meta.ts';
import { redactMemberEvent } from './redactions.ts';

/** Events as members read them (rulings §11.3, §11.5); a member of one group reads that group. */
export const eventsRouter = t.router({
  list: memberProcedure
    .input(shape.accountEventsQuery)
    .output(unchecked(shape.accountEventsFoundShape))
    .query(({ ctx, input }) => listMemberEvents(ctx.services.core, ctx, input)),
  get: memberProcedure
    .input(shape.eventPath)
    .output(shape.memberEventDetailShape)
    .query(({ ctx, input }) => getMemberEvent(ctx.services.core, ctx, input.id)),
  around: memberProcedure
    .input(shape.aroundQuery)
    .output(unchecked(shape.eventsAroundShape))
    .query(({ ctx, input }) => eventsAround(ctx.services.core, ctx, input.id, input.count)),
  summary: memberProcedure
    .input(shape.memberSummaryQuery)
    .output(unchecked(shape.memberSummaryShape))
    .query(({ ctx, input }) => summarizeMemberEvents(ctx.services.core, ctx, input)),
  exporting: memberProcedure
    .output(shape.memberExportShape)
    .query(({ ctx }) => findMemberExport(ctx.services.core, ctx)),
  redact: redactMemberEvent,
  tail: memberTail,
  export: memberExport,
});
