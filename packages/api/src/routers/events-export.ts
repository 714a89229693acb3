import * as shape from '@goal/contract';
import {
  exportAccountEvents,
  exportMemberEvents,
  exportSiteEvents,
  getAccountExport,
  getSiteExport,
  type EventExport,
} from '@goal/core';
import { z } from 'zod';

import { accountProcedure, memberProcedure, readProcedure } from '../access.ts';
import type { Context } from '../http/context.ts';
import { Streamed } from '../http/streamed.ts';
import { t } from '../trpc.ts';
import { rest, unchecked, unlisted } from './meta.ts';

/** A reader that takes nothing for this long is cut off. */
const readerTimeoutMs = 600_000;

const types: Record<shape.ExportFormat, string> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

/** For the types alone: the answer is a stream, which document.ts describes. */
const stream = unchecked(z.instanceof(Streamed).meta({ override: { type: 'string' } }));

/** Starts the export if its bytes will be sent. Throws `not_found` where no streams are sent. */
async function started(ctx: Context, make: () => Promise<EventExport>): Promise<Streamed> {
  if (ctx.streams === 'none') throw new shape.DomainError('not_found');
  const made = await make();
  if (ctx.streams === 'whole') {
    ctx.allowSilence(readerTimeoutMs);
    await made.start(ctx.cost.signal);
  }
  return new Streamed({
    headers: {
      'Content-Type': types[made.format],
      'Content-Disposition': `attachment; filename="events.${made.format}"`,
      // HEAD begins none.
      ...(ctx.streams === 'whole' ? { 'X-Export-Id': made.id } : {}),
    },
    zips: true,
    bytes: () => made.bytes(),
    last: () => made.last(),
    judge: () => made.judge(),
    attach: (reader) => made.attach(reader),
    end: (complete) => made.end(complete),
  });
}

/** GET /account/events/export */
export const accountExport = accountProcedure
  .meta(
    rest('GET', '/account/events/export', 'Export all events that match, across the sites of the account', {
      errors: [400, 404],
      stream: true,
    }),
  )
  .input(shape.accountExportQuery)
  .output(stream)
  .query(({ ctx, input }) =>
    started(ctx, () => exportAccountEvents(ctx.services.core, ctx.caller, input, ctx.revalidate)),
  );

/** GET /events/export of the read API */
export const siteExport = readProcedure
  .meta(rest('GET', '/events/export', 'Export all events of the site that match', { stream: true }))
  .input(shape.siteExportQuery)
  .output(stream)
  .query(({ ctx, input }) => started(ctx, () => exportSiteEvents(ctx.services.core, ctx.key, input, ctx.revalidate)));

/** GET /dashboard/events/export, which the dashboard's server passes on. */
export const memberExport = memberProcedure
  .meta(unlisted('GET', '/dashboard/events/export', { stream: true }))
  .input(shape.memberExportQuery)
  .output(stream)
  .query(({ ctx, input }) => started(ctx, () => exportMemberEvents(ctx.services.core, ctx, input, ctx.revalidate)));

/** The outcome of an export (rulings §9.12): account keys and group keys. */
export const accountExports = t.router({
  get: accountProcedure
    .meta(rest('GET', '/account/exports/{id}', 'Whether an export is whole, and its sum'))
    .input(shape.exportPath)
    .output(shape.exportShape)
    .query(({ ctx, input }) => getAccountExport(ctx.services.core, ctx.caller, input.id)),
});

/** The same for the exports of a site: site keys. */
export const siteExports = t.router({
  get: readProcedure
    .meta(rest('GET', '/exports/{id}', 'Whether an export is whole, and its sum'))
    .input(shape.exportPath)
    .output(shape.exportShape)
    .query(({ ctx, input }) => getSiteExport(ctx.services.core, ctx.key, input.id)),
});
