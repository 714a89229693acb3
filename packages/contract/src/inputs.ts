import { z } from 'zod';

import { parseDomain, parseEmail, parseSiteUrl } from './text/domains.ts';
import { errorCatalogue } from './refusals/errors.ts';
import { queryNetwork, queryStoredText, queryTexts } from './fields/event-fields.ts';
import * as field from './fields/fields.ts';
import { siteKeyAccess } from './fields/key-access.ts';
import { limits } from './limits.ts';
import { pluginSeverities, severities } from './fields/severities.ts';
import { actorKinds } from './fields/actors.ts';
import { cleanText } from './text/texts.ts';

// The keys of each object follow the order of interface.md's tables, because the first of several
// bad fields decides the answer (rulings §2.4).

// The description of an optional field comes before `.optional()`, because the document reads the
// inner type.
const name = field.optionalName('name', errorCatalogue.name_too_long.message, limits.nameLength);
const externalRef = field
  .optionalName('external_ref', errorCatalogue.external_ref_too_long.message, limits.externalRefLength)
  .meta({
    description: "The caller's own identifier, unique in the account; null or empty leaves it out",
    override: { maxLength: limits.externalRefLength },
  });
const groupName = {
  description: 'Unique in the account',
  override: { minLength: 1, maxLength: limits.nameLength, examples: ['Shops in Berlin'] },
};
const nameLength = { maxLength: limits.nameLength };

export const sitePath = z.object({ id: field.pathId.meta({ description: 'Id of the site' }) });
export const groupPath = z.object({ id: field.pathId.meta({ description: 'Id of the group' }) });
export const accountPath = z.object({ id: field.pathId.meta({ description: 'Id of the account' }) });
/** The group in an operator's path, after the account. */
export const accountGroupPath = z.object({ group_id: field.pathId.meta({ description: 'Id of the group' }) });
export const keyPath = z.object({
  prefix: field.pathText.meta({ description: 'The prefix of the key, as lists show it' }),
});
export const eventPath = z.object({
  id: field.pathNumber.meta({
    description: 'Id of the event',
    override: { type: 'integer', format: 'int64', minimum: 1 },
  }),
});

/** POST /sites (interface.md §4, rulings §5.1) */
export const createSiteBody = z.object({
  domain: field
    .parsedText('domain', errorCatalogue.invalid_domain.message, parseDomain)
    .meta({ description: 'Bare hostname: no scheme, port or path', override: { examples: ['shop.example.com'] } }),
  site_url: field.parsedText('site_url', errorCatalogue.site_url.message, parseSiteUrl).meta({
    description: 'http or https',
    override: { format: 'uri', maxLength: limits.siteUrlLength, examples: ['https://shop.example.com/'] },
  }),
  name: name.meta({ override: { ...nameLength, examples: ['Shop'] } }).optional(),
  group_id: field.bodyId.meta({ description: "The site's group; a group key may name its own group only" }).optional(),
  // Over REST in the query: the body has the contract's fields alone (rulings §12.1).
  access: siteKeyAccess,
});
export type CreateSiteInput = z.output<typeof createSiteBody>;

/** PATCH /sites/{id}: an omitted field is left alone. */
export const updateSiteBody = z
  .object({
    name: name.meta({ description: 'Empty or null clears it', override: nameLength }).optional(),
    group_id: field.bodyId
      .meta({ description: 'The group to move into; null: out of its group. Only with an account key' })
      .optional(),
  })
  .refine((body) => body.name !== undefined || body.group_id !== undefined, errorCatalogue.name_or_group.message);
export type UpdateSiteInput = z.output<typeof updateSiteBody>;

/** DELETE of a site or an account, once its id has been judged. */
export const confirmSiteQuery = z.object({ confirm: field.queryConfirm(errorCatalogue.confirm_site.message) });
export const confirmAccountQuery = z.object({ confirm: field.queryConfirm(errorCatalogue.confirm_account.message) });

/** POST /groups */
export const createGroupBody = z.object({
  name: field.requiredName.meta(groupName),
  external_ref: externalRef.optional(),
});
export type CreateGroupInput = z.output<typeof createGroupBody>;

/** PATCH /groups/{id} */
export const updateGroupBody = z
  .object({ name: field.requiredNameWhenSent.meta(groupName).optional(), external_ref: externalRef.optional() })
  .refine(
    (body) => body.name !== undefined || body.external_ref !== undefined,
    errorCatalogue.name_or_external_ref.message,
  );
export type UpdateGroupInput = z.output<typeof updateGroupBody>;

export const groupsQuery = z.object({ external_ref: field.queryReference.optional() });

/** The tools `list_sites` and `list_groups` (rulings §9.5). */
export const sitesSearch = z.object({ q: field.queryText('q'), cursor: field.queryCursor });
export const groupsSearch = z.object({ q: field.queryText('q'), ...groupsQuery.shape, cursor: field.queryCursor });

const filters = {
  limit: field
    .queryInteger('limit', limits.pageSize.min, limits.pageSize.max)
    .default(limits.pageSize.default)
    .meta({ description: 'Page size', override: { default: limits.pageSize.default } }),
  from: field
    .queryTime('from')
    .meta({ description: 'Earliest moment, inclusive; a date alone is midnight UTC, and without an offset it is UTC' })
    .optional(),
  to: field.queryTime('to').meta({ description: 'Latest moment, inclusive; as `from`' }).optional(),
  code: field
    .queryIntegers('code', limits.filterValues)
    .meta({ description: 'Event codes: repeat the parameter or separate by commas' })
    .optional(),
  not_code: field
    .queryIntegers('not_code', limits.filterValues)
    .meta({ description: 'Leaves out events with these codes: repeat the parameter or separate by commas' })
    .optional(),
  user_id: field.queryInteger('user_id', 0).meta({ description: 'Id of the CMS user' }).optional(),
  username: queryStoredText('username', limits.textLength).meta({
    description: 'Name of the CMS user, exactly; empty: any',
  }),
  not_username: queryTexts('not_username', limits.filterValues, limits.textLength)
    .meta({ description: 'Leaves out events of users with these names: repeat the parameter or separate by commas' })
    .optional(),
  ip: queryNetwork('ip')
    .meta({
      description: 'Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16)',
      override: { examples: ['203.0.113.0/24'] },
    })
    .optional(),
  object: field.queryText('object').meta({ description: 'Object type touched, exactly; empty: any' }),
  not_object: queryTexts('not_object', limits.filterValues)
    .meta({ description: 'Leaves out events about these object types: repeat the parameter or separate by commas' })
    .optional(),
  event_type: field.queryText('event_type').meta({ description: 'Event type, exactly; empty: any' }),
  not_event_type: queryTexts('not_event_type', limits.filterValues)
    .meta({ description: 'Leaves out events of these types: repeat the parameter or separate by commas' })
    .optional(),
  severity: field
    .queryEnum('severity', severities)
    .meta({ description: 'Severities: repeat the parameter or separate by commas' })
    .optional(),
  q: field.queryWords.optional(),
  cursor: field.queryCursor,
};
/** GET /events of the read API */
export const siteEventsQuery = z.object(filters);
/** GET /account/events */
export const accountEventsQuery = z.object({
  site_id: field.queryId.meta({ description: 'One site of the account' }).optional(),
  group_id: field.queryId.meta({ description: 'All sites of one group; with `site_id` both must hold' }).optional(),
  ...filters,
});
export type EventsQuery = z.output<typeof siteEventsQuery>;

const searchLimit = field
  .queryInteger('limit', limits.searchSize.min, limits.searchSize.max)
  .default(limits.searchSize.default)
  .meta({ description: 'Page size', override: { default: limits.searchSize.default } });
/** The tool `search_events`: the parameters of the list, with a shorter page (rulings §11.6). */
export const siteEventsSearch = siteEventsQuery.extend({ limit: searchLimit });
export const accountEventsSearch = accountEventsQuery.extend({ limit: searchLimit });

const email = field.parsedText('email', errorCatalogue.invalid_email.message, parseEmail).meta({
  description: 'Where bills go; kept in lower case',
  override: { maxLength: limits.emailLength, examples: ['owner@example.com'] },
});
export const planExamples = { examples: ['free', 'starter', 'pro', 'agency'] };

/** POST /admin/accounts (rulings §8) */
export const createAccountBody = z.object({
  email,
  plan: z
    .string({ error: 'plan must be a string' })
    .transform(cleanText)
    .nullable()
    .meta({ description: 'Plan slug; `free` when omitted', override: planExamples })
    .optional(),
});
/** PATCH /admin/accounts/{id}: what is omitted stays; without both it is `invalid email`. */
export const updateAccountBody = z
  .object({
    email: email.optional(),
    name: name
      .meta({
        description: 'What people call the account; null or empty leaves it without a name',
        override: nameLength,
      })
      .optional(),
  })
  .refine((body) => body.email !== undefined || body.name !== undefined, errorCatalogue.invalid_email.message);
export type UpdateAccountInput = z.output<typeof updateAccountBody>;
export const planBody = z.object({
  plan: field
    .requiredText('plan', errorCatalogue.unknown_plan.message)
    .transform(cleanText)
    .meta({ description: 'Plan slug', override: planExamples }),
});
export const resellerBody = z.object({
  enabled: z.boolean({ error: 'enabled must be a boolean' }).meta({ description: 'The flag after this call' }),
});
export const siteRateBody = z.object({
  rate_limit_rps: z
    .int({ error: 'invalid rate_limit_rps' })
    .min(limits.readRate.min, 'invalid rate_limit_rps')
    .max(limits.readRate.max, 'invalid rate_limit_rps')
    .meta({ description: 'Requests a second that each site key may read; three times as many at once' }),
});

/** GET /admin/accounts. The plan is separate, because it is looked up before the rest is judged. */
export const accountsFilter = z.object({
  q: field.queryText('q').meta({ description: 'Part of the e-mail in any case, or an account id' }),
  plan: field.queryPlan.meta({ description: 'Plan slug', override: planExamples }).optional(),
});
/** The input of every paged list for operators. */
export const pageParameters = { limit: filters.limit, cursor: filters.cursor };
export const accountsPage = z.object({
  is_reseller: field.queryBoolean('is_reseller').meta({ description: 'Resellers alone, or all others' }).optional(),
  ...pageParameters,
  search: field.queryText('search').meta({
    description:
      "Part of the e-mail, of a site's domain, or of a group's name or reference in any case, or a key's prefix; a whole account id finds that account alone; of an address or a header that was pasted the host or the key is looked for; `match` of a row says what was found where it is not the e-mail",
  }),
});
export const actionsQuery = z.object({
  account_id: field.queryId.meta({ description: 'Actions on one account, also a deleted one' }).optional(),
  ...pageParameters,
  actor_kind: field
    .queryEnum('actor_kind', actorKinds)
    .meta({ description: 'Kinds of actors: repeat the parameter or separate by commas' })
    .optional(),
  actor: field.queryText('actor').meta({ description: "An operator's token by its name, or a key's prefix, exactly" }),
  action: field
    .queryText('action')
    .meta({ description: 'What was done, exactly', override: { examples: ['account.reseller'] } }),
  from: filters.from,
  to: filters.to,
});

const eventField = (schema: Record<string, unknown>) => z.unknown().optional().meta({ override: schema });
const text = { type: 'string' };
const optionalText = { type: ['string', 'null'] };
const optionalInteger = { type: ['integer', 'string', 'null'], minimum: 0 };
const newEvent = {
  occurred_at: eventField({
    ...text,
    format: 'date-time',
    description: 'RFC 3339 with an offset; from 2000 on, at most 24 hours ahead',
    examples: ['2026-01-31T12:00:00Z'],
  }),
  code: eventField({
    type: ['integer', 'string'],
    minimum: 0,
    description: 'Event code; may come as decimal text',
    examples: [2002],
  }),
  severity: eventField({
    // Two enums, because generators make no names for one of texts and numbers.
    anyOf: [
      { type: 'string', enum: severities },
      { type: 'integer', enum: [...pluginSeverities.keys()] },
    ],
    description: "One of the five names, or the plugin's number for it",
    examples: ['low'],
  }),
  object: eventField({ ...text, description: 'Object type touched; an open list', examples: ['post'] }),
  event_type: eventField({ ...text, description: 'What happened to it; an open list', examples: ['modified'] }),
  message: eventField({
    ...text,
    description: 'Cut to 8,192 characters',
    examples: ['Changed the title of the post «Prices»'],
  }),
  user_id: eventField({ ...optionalInteger, description: 'Id of the CMS user', examples: [7] }),
  username: eventField({ ...optionalText, examples: ['editor'] }),
  user_agent: eventField({ ...optionalText, description: 'Cut to 1,024 characters' }),
  session_id: eventField(optionalText),
  post_id: eventField({ ...optionalInteger, description: '0 stores no post' }),
  post_type: eventField({ ...optionalText, examples: ['page'] }),
  post_status: eventField({ ...optionalText, examples: ['publish'] }),
  event_uuid: eventField({
    ...optionalText,
    format: 'uuid',
    description: 'Makes a retry harmless: an event of the same site and event_uuid is stored once',
  }),
  ip: eventField({
    ...optionalText,
    description:
      'IPv4 or IPv6 address from which the user came; anything else is stored as none, and a site that keeps no addresses stores none',
    examples: ['203.0.113.7'],
  }),
};
/**
 * POST /events: one event, or `events` (rulings §7). This shape is for documents only: core judges
 * each event separately, so that one bad event never blocks the others.
 */
export const newEventShape = z.object(newEvent).meta({ id: 'NewEvent' });
export const ingestBody = z.object({
  ...newEvent,
  events: eventField({ type: 'array', minItems: 1, maxItems: 1000, items: { $ref: '#/components/schemas/NewEvent' } }),
});
