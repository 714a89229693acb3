import * as shape from '@goal/contract';
import { getSiteEvent, ingestEvents, listSiteEvents, searchSiteEvents, summarizeSiteEvents } from '@goal/core';
import { z } from 'zod';

import { ingestProcedure, readProcedure } from '../access.ts';
import { t } from '../trpc.ts';
import { withEventsBody } from '../with-body.ts';
import { siteExport, siteExports } from './events-export.ts';
import { siteTail } from './events-tail.ts';
import { rest, unchecked } from './meta.ts';
import { siteLog } from './signed-log.ts';

/** The read API (interface.md §4): site keys. */
export const readRouter = t.router({
  events: t.router({
    list: readProcedure
      .meta(rest('GET', '/events', 'Read the events of the site'))
      .input(shape.siteEventsQuery)
      .output(unchecked(z.object({ events: z.array(shape.siteEventShape), next_cursor: z.string() })))
      .query(({ ctx, input }) => listSiteEvents(ctx.services.core, ctx.key, input)),
    /** For the MCP tools, not on the REST surface (rulings §11.6). */
    search: readProcedure
      .input(shape.siteEventsSearch)
      .output(unchecked(shape.siteEventsFoundShape))
      .query(({ ctx: { services, key, revalidate }, input, signal }) =>
        searchSiteEvents(services.core, key, input, { revalidate, signal }),
      ),
    get: readProcedure
      .meta(rest('GET', '/events/{id}', 'Read one event in full'))
      .input(shape.eventPath)
      .output(shape.eventDetailShape)
      .query(({ ctx, input }) => getSiteEvent(ctx.services.core, ctx.key, input.id)),
    summary: readProcedure
      .meta(rest('GET', '/events/summary', 'Count events of the site'))
      .input(shape.siteSummaryQuery)
      .output(unchecked(shape.summaryShape))
      .query(({ ctx, input }) => summarizeSiteEvents(ctx.services.core, ctx.key, input)),
    tail: siteTail,
    export: siteExport,
  }),
  exports: siteExports,
  log: siteLog,
});

/** Ingest (rulings §7): site keys. */
export const ingestRouter = t.router({
  events: t.router({
    send: ingestProcedure
      .meta(rest('POST', '/events', 'Send one event, or up to 1,000', { body: true }))
      .use(withEventsBody)
      .input(shape.ingestBody)
      .output(shape.ingestResultShape)
      .mutation(({ ctx, input }) => ingestEvents(ctx.services.core, ctx.key, input)),
  }),
});
