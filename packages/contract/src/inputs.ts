import { z } from 'zod';

import { parseDomain, parseEmail, parseSiteUrl } from './domains.ts';
import * as field from './fields.ts';
import { limits } from './limits.ts';
import { severities } from './severities.ts';
import { cleanText } from './texts.ts';

// The keys of each object stand in the order of interface.md's tables: of several bad fields the first answers (rulings §2.4).

const name = field.optionalName('name', 'name too long', limits.nameLength);
const externalRef = field.optionalName('external_ref', 'external_ref too long', limits.externalRefLength);

export const sitePath = z.object({ id: field.pathId });
export const groupPath = z.object({ id: field.pathId });
export const accountPath = z.object({ id: field.pathId });
export const keyPath = z.object({ prefix: field.pathText });
export const eventPath = z.object({ id: field.pathText.meta({ format: 'int64' }) });

/** POST /sites (interface.md §4, rulings §5.1) */
export const createSiteBody = z.object({
  domain: field.parsedText('domain', 'invalid domain', parseDomain).meta({ examples: ['shop.example.com'] }),
  site_url: field
    .parsedText('site_url', 'site_url must be an http(s) URL', parseSiteUrl)
    .meta({ examples: ['https://shop.example.com/'] }),
  name: name.optional(),
  group_id: field.bodyId.optional(),
});
export type CreateSiteInput = z.output<typeof createSiteBody>;

/** PATCH /sites/{id}: a field that is omitted is left alone. */
export const updateSiteBody = z
  .object({ name: name.optional(), group_id: field.bodyId.optional() })
  .refine((body) => body.name !== undefined || body.group_id !== undefined, 'name or group_id required');
export type UpdateSiteInput = z.output<typeof updateSiteBody>;

export const confirmQuery = z.object({ confirm: field.queryConfirm.optional() });

/** POST /groups */
export const createGroupBody = z.object({ name: field.requiredName, external_ref: externalRef.optional() });
export type CreateGroupInput = z.output<typeof createGroupBody>;

/** PATCH /groups/{id} */
export const updateGroupBody = z
  .object({ name: field.requiredNameWhenSent, external_ref: externalRef.optional() })
  .refine((body) => body.name !== undefined || body.external_ref !== undefined, 'name or external_ref required');
export type UpdateGroupInput = z.output<typeof updateGroupBody>;

export const groupsQuery = z.object({ external_ref: field.queryReference.optional() });

/** POST /groups/{id}/keys and POST /admin/accounts/{id}/keys */
export const mintKeyBody = z.object({ name: name.optional() });

const filters = {
  limit: field
    .queryInteger('limit', limits.pageSize.min, limits.pageSize.max)
    .default(limits.pageSize.default)
    .meta({ description: 'Page size', override: { default: limits.pageSize.default } }),
  from: field.queryTime('from').optional().meta({ description: 'Earliest moment, inclusive; a date alone is midnight UTC' }),
  to: field.queryTime('to').optional().meta({ description: 'Latest moment, inclusive' }),
  code: field
    .queryIntegers('code', limits.codeValues)
    .optional()
    .meta({ description: 'Event codes: repeat the parameter or separate by commas' }),
  user_id: field.queryInteger('user_id', 0).optional().meta({ description: 'Id of the CMS user' }),
  object: field.queryText('object').meta({ description: 'Object type touched, exactly' }),
  event_type: field.queryText('event_type').meta({ description: 'Event type, exactly' }),
  severity: field
    .queryEnum('severity', severities)
    .optional()
    .meta({ description: 'Severities: repeat the parameter or separate by commas' }),
  q: field.queryWords.optional(),
  cursor: field.queryCursor,
};
/** GET /events of the read API */
export const siteEventsQuery = z.object(filters);
/** GET /account/events */
export const accountEventsQuery = z.object({
  site_id: field.queryId.optional().meta({ description: 'One site of the account' }),
  group_id: field.queryId.optional().meta({ description: 'All sites of one group' }),
  ...filters,
});
export type EventsQuery = z.output<typeof siteEventsQuery>;

/** POST /admin/accounts (rulings §8) */
export const createAccountBody = z.object({
  email: field.parsedText('email', 'invalid email', parseEmail).meta({ examples: ['owner@example.com'] }),
  plan: z.string({ error: 'plan must be a string' }).transform(cleanText).nullish().meta({ description: 'Plan slug; free when omitted' }),
});
export const updateAccountBody = z.object({ email: field.parsedText('email', 'invalid email', parseEmail) });
export const planBody = z.object({ plan: field.requiredText('plan', 'unknown plan').transform(cleanText) });
export const resellerBody = z.object({ enabled: z.boolean({ error: 'enabled must be a boolean' }) });
export const siteRateBody = z.object({
  rate_limit_rps: z
    .int({ error: 'invalid rate_limit_rps' })
    .min(limits.readRate.min, 'invalid rate_limit_rps')
    .max(limits.readRate.max, 'invalid rate_limit_rps'),
});

/** GET /admin/accounts: the plan is looked up before the rest is judged, so it stands apart. */
export const accountsFilter = z.object({
  q: field.queryText('q').meta({ description: 'Part of the e-mail in any case, or an account id' }),
  plan: field.queryPlan.optional().meta({ description: 'Plan slug' }),
});
const page = { limit: filters.limit, cursor: filters.cursor };
export const accountsPage = z.object({ is_reseller: field.queryBoolean('is_reseller').optional(), ...page });
export const actionsQuery = z.object({
  account_id: field.queryId.optional().meta({ description: 'Actions on one account, also a deleted one' }),
  ...page,
});

/**
 * POST /events: one event, or `events` (rulings §7). The shape is for readers: what is wrong with an event is said event by event,
 * so that one bad event never holds back the others.
 */
const eventField = (schema: Record<string, unknown>) => z.unknown().optional().meta({ override: schema });
const text = { type: 'string' };
const optionalText = { type: ['string', 'null'] };
const newEvent = {
  occurred_at: eventField({ ...text, format: 'date-time', description: 'RFC 3339 with an offset' }),
  code: eventField({ type: ['integer', 'string'], minimum: 0 }),
  severity: eventField({ type: ['string', 'integer'], enum: [...severities, 200, 250, 300, 400, 500] }),
  object: eventField(text),
  event_type: eventField(text),
  message: eventField(text),
  user_id: eventField({ type: ['integer', 'string', 'null'], minimum: 0 }),
  username: eventField(optionalText),
  user_agent: eventField(optionalText),
  session_id: eventField(optionalText),
  post_id: eventField({ type: ['integer', 'string', 'null'], minimum: 0 }),
  post_type: eventField(optionalText),
  post_status: eventField(optionalText),
  event_uuid: eventField({ ...optionalText, format: 'uuid', description: 'Makes a retry harmless' }),
};
export const newEventShape = z.object(newEvent).meta({ id: 'NewEvent' });
export const ingestBody = z.looseObject({
  ...newEvent,
  events: eventField({ type: 'array', minItems: 1, maxItems: 1000, items: { $ref: '#/components/schemas/NewEvent' } }),
});
