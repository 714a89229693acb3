import { z } from 'zod';

import { errorCatalogue } from '../refusals/errors.ts';
import * as field from '../fields/fields.ts';
import { limits } from '../limits.ts';
import { timestamp, uuid } from '../shapes.ts';
import { cleanText, cutText } from '../text/texts.ts';

// Erasure of texts and users of events (rulings §13).

/** POST …/redact and POST /account/redactions, once the id in the path has been judged. */
export const confirmRedactionQuery = z.object({
  confirm: field.queryConfirm(errorCatalogue.confirm_redaction.message),
});

const { username_or_user_id, site_id_required } = errorCatalogue;

/** The person whose events are redacted. The id of the site is judged later (rulings §2.4). */
export const createRedactionBody = z
  .object({
    // In the form in which events hold it (rulings §7.3); empty and null are not given.
    username: z
      .string({ error: 'username must be a string' })
      .transform((text) => cleanText(cutText(text, limits.textLength)) || undefined)
      .nullable()
      .meta({ description: 'Name of the CMS user, exactly', override: { examples: ['ada'] } })
      .optional(),
    site_id: field.bodyId.meta({ description: 'The site; required with `user_id`' }).optional(),
    user_id: field
      .bodyInteger('user_id')
      .min(1, 'invalid user_id')
      .nullable()
      .meta({ description: 'Id of the CMS user of that site' })
      .optional(),
  })
  .refine(
    ({ username, user_id: userId }) => (username ?? null) !== null || (userId ?? null) !== null,
    username_or_user_id.message,
  )
  .refine(
    ({ site_id: siteId, user_id: userId }) => (userId ?? null) === null || (siteId ?? null) !== null,
    site_id_required.message,
  );
export type CreateRedactionInput = z.output<typeof createRedactionBody>;

export const redactionPath = z.object({ id: field.pathId.meta({ description: 'Id of the redaction' }) });
export const createdRedactionShape = z.object({ id: uuid });

const count = z.int().min(0);
const leftStream = z.object({
  id: uuid.nullable().meta({ description: 'Null where the record of a deletion has the name alone' }),
  name: z.string().meta({ description: 'Its name now, or when it was deleted' }),
  deleted_at: timestamp.exactOptional().meta({ description: 'Only of one that was deleted since' }),
  filter: z
    .literal(true)
    .exactOptional()
    .meta({ description: 'Only where its filter or its name held the name when the redaction ended' }),
  sent: z
    .literal(false)
    .exactOptional()
    .meta({ description: 'Only where it had sent nothing, and is listed for its filter alone' }),
});
/** Copies from before a redaction, and filters that keep the person's name (rulings §13.2). */
const leftFields = {
  streams: z
    .array(leftStream)
    .meta({ description: 'Streams that may have sent some of these events, or keep the name; known when it is done' }),
  exports: z
    .array(
      z.object({
        at: timestamp,
        by: z.string(),
        events: count.meta({ description: 'Of a bundle its leaves' }),
        bundle: z.literal(true).exactOptional().meta({ description: 'Only of a bundle of the signed log' }),
      }),
    )
    .meta({
      description:
        'Exports, and bundles of the signed log, that may hold some of these events, the last 100; known when it is done',
    }),
  views: z.array(z.object({ id: uuid, name: z.string() })).meta({
    description: 'Saved views that keep the name, of those that you may see; known when it is done',
  }),
  private_views: count.meta({ description: 'How many views of members alone keep the name and are not in `views`' }),
};
export const redactionShape = z
  .object({
    id: uuid,
    status: z.enum(['running', 'done']),
    matched: count.meta({ description: 'Events found so far: `redacted` and `held` together' }),
    redacted: count,
    held: count.meta({ description: 'Events on legal hold, which were left as they are' }),
    salts_kept: count.meta({
      description: 'Salts of other events of the same days that the signed log had to keep one by one beforehand',
    }),
    created_at: timestamp,
    done_at: timestamp.nullable(),
    ...leftFields,
  })
  .meta({ id: 'Redaction' });
export type RedactionView = z.infer<typeof redactionShape>;
export const leftShape = z.object(leftFields);
export type Left = z.infer<typeof leftShape>;
/** Stored without the names of streams and views, which may be that of the person. */
export const storedLeftShape = leftShape
  .pick({ exports: true })
  .extend({ streams: z.array(leftStream.omit({ name: true })), views: z.array(uuid).default([]) });
export type StoredLeft = z.output<typeof storedLeftShape>;

/** dashboard.redactions.preview: what a redaction would do now. */
export const redactionPreviewShape = z.object({
  events: count,
  /** There are more than were counted. */
  more: z.boolean(),
  sites: count,
  held: count,
  ...leftFields,
});
export type RedactionPreview = z.infer<typeof redactionPreviewShape>;

/** dashboard.redactions.left: what may have events that arrived since a time. */
export const leftQuery = z.object({
  since: field.queryTime('since'),
  site_id: field.queryId.optional(),
  username: createRedactionBody.shape.username,
});
