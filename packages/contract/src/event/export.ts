import { z } from 'zod';

import * as field from '../fields/fields.ts';
import { accountEventsQuery, siteEventsQuery } from '../inputs.ts';
import { limits } from '../limits.ts';
import { timestamp, uuid } from '../shapes.ts';

export const exportFormats = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The last line of a CSV file, on request (rulings §9.12); the sum is of all bytes before it. */
export const csvEnd = (rows: number, sha256: string): string => `"# end",${rows},${sha256}\r\n`;

/** Whether a file of rows ends with `csvEnd`. */
export const fileEnd = field
  .queryChoice('end', ['1'])
  .meta({
    description:
      '`1`: a CSV file ends with the line `"# end",<rows>,<SHA-256 of all bytes before it>`; one without it was cut off',
  })
  .optional();

const own = {
  format: field
    .queryChoice('format', exportFormats)
    .default('ndjson')
    .meta({
      description:
        '`ndjson`: a line that names the export, lines of events (those that have an `id`), a line with a `cursor` to go on from after a cut every 10,000 events, and a last line with `complete`, how many events there were and the SHA-256 of all bytes before it; a file without it was cut off. `csv`: RFC 4180 with a header row; a text that begins like a formula, with = + - @ or a full-width form of these, also behind apostrophes, white space and invisible characters, has one apostrophe put before it, so that no spreadsheet runs it',
      override: { default: 'ndjson' },
    }),
  end: fileEnd,
  order: field
    .queryChoice('order', ['desc', 'asc'])
    .default('desc')
    .meta({ description: 'Newest first, or oldest first', override: { default: 'desc' } }),
};

/** GET /events/export (docs/decisions/017-export.md): the list's filters without `limit`. */
export const siteExportQuery = siteEventsQuery.omit({ limit: true }).extend(own);
/** GET /account/events/export */
export const accountExportQuery = accountEventsQuery.omit({ limit: true }).extend(own);
const invalidIds = 'invalid site_ids';

/** A repeated text of the dashboard's links, taken as it is, commas too (rulings §10.33). */
const textsApart = <Texts extends z.ZodType>(texts: Texts) =>
  z.preprocess(
    (value: field.Native<string | string[]> | undefined) =>
      value instanceof field.QueryValues ? [...value.values] : value,
    texts,
  );

/** dashboard.events.export: also of several sites at once (rulings §10.45). */
export const memberExportQuery = accountExportQuery.extend({
  not_username: textsApart(accountExportQuery.shape.not_username),
  not_object: textsApart(accountExportQuery.shape.not_object),
  not_event_type: textsApart(accountExportQuery.shape.not_event_type),
  // A text that is no id names nothing (rulings §2.4).
  site_ids: z
    .preprocess(
      (value: field.Native<string | string[]>) => field.list(value),
      z
        .array(z.string({ error: invalidIds }), { error: invalidIds })
        .min(1, invalidIds)
        .max(limits.activationIds, invalidIds),
    )
    .optional(),
});
export type ExportQuery = z.output<typeof siteExportQuery>;

/** GET /account/exports/{id}, GET /exports/{id} */
export const exportPath = z.object({ id: field.pathId.meta({ description: '`X-Export-Id` of the export' }) });
export const exportShape = z
  .object({
    id: uuid,
    format: z.enum(exportFormats),
    started_at: timestamp,
    ended_at: timestamp
      .nullable()
      .meta({ description: 'null while it runs, and for good where the process that sent it died' }),
    complete: z.boolean().meta({ description: 'Whether all of it was handed over' }),
    events: z.int().meta({ description: 'Events in it, counted at its end' }),
    bytes: z.int().meta({ description: 'Bytes of it before any coding, counted at its end' }),
    sha256: z.string().nullable().meta({ description: 'Of these bytes; null unless it is complete' }),
  })
  .meta({ id: 'Export' });
export type ExportView = z.infer<typeof exportShape>;
