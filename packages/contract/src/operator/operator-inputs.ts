import { z } from 'zod';

import { errorCatalogue } from '../refusals/errors.ts';
import { fileEnd } from '../event/export.ts';
import * as field from '../fields/fields.ts';
import { accountsPage, actionsQuery, pageParameters, planExamples } from '../inputs.ts';
import { limits, planBounds } from '../limits.ts';
import { accountSorts, attentionKinds } from './operator-lists.ts';
import { pictureDays } from './pictures.ts';

// Inputs of the operator API beyond the contract: search, inspection, pictures and previews.

/** GET /admin/sites: sites of all accounts. */
export const sitesQuery = z.object({
  q: field.queryText('q').meta({ description: 'Part of the domain in any case, or a site id' }),
  ...pageParameters,
});

/** GET /admin/keys: without a prefix 400 `prefix required`. */
export const keysQuery = z.object({
  prefix: field
    .queryText('prefix')
    .transform((prefix, context) => {
      if (prefix !== undefined) return prefix;
      context.addIssue({ code: 'custom', message: 'prefix required' });
      return z.NEVER;
    })
    .meta({
      description: 'The prefix of a site, account or group key, exactly',
      override: { type: 'string', examples: ['k3v9x2ab'] },
    }),
});

/** GET /admin/accounts/{id}/sites */
export const accountSitesQuery = z.object({
  q: field.queryText('q').meta({ description: 'Part of the domain or name in any case, or a site id' }),
  status: field
    .queryEnum('status', ['active', 'paused', 'revoked'])
    .meta({ description: 'Statuses: repeat the parameter or separate by commas' })
    .optional(),
  group_id: field.queryId.meta({ description: 'Sites of one of its groups' }).optional(),
  ...pageParameters,
});

/** An optional field of a body: null counts as not given (rulings §5.2). */
const orNull = <Shape extends z.ZodType>(shape: Shape) => shape.nullable().optional();
const { ids_range, ids_or_paused_by, ids_and_paused_by } = errorCatalogue;

/** The ids are judged later, all together, so any type passes here (rulings §2.4). */
export const activateSitesBody = z
  .object({
    ids: orNull(
      z
        .array(z.unknown(), { error: 'ids must be an array' })
        .min(1, ids_range.message)
        .max(limits.activationIds, ids_range.message)
        .meta({
          description: 'Sites of the account. Give either these or `paused_by`',
          override: { items: { type: 'string', format: 'uuid' } },
        }),
    ),
    paused_by: orNull(
      z
        .string({ error: 'paused_by must be a string' })
        .refine((by) => by === 'last_downgrade', 'invalid paused_by')
        .meta({
          description: '`last_downgrade`: the sites that the last downgrade paused and that are still paused',
          override: { enum: ['last_downgrade'] },
        }),
    ),
  })
  .refine(({ ids, paused_by }) => (ids ?? paused_by ?? null) !== null, ids_or_paused_by.message)
  .refine(({ ids, paused_by }) => (ids ?? null) === null || (paused_by ?? null) === null, ids_and_paused_by.message);
export type ActivateSitesInput = z.output<typeof activateSitesBody>;

/** GET /admin/attention: what an operator may have to do something about. */
export const attentionQuery = z.object({
  kind: field.queryChoice('kind', attentionKinds).meta({
    description:
      '`over_fair_use`: accounts that have sent more this month than the fair use of their plan, most first; `silent`: sites that used to send and have stopped, the latest first; `refused`: sites whose last request was refused in the last 24 hours, the latest first; `held_payment`: subscriptions that the provider reports and that give no plan or collect no payment, the latest first; `at_cap`: accounts whose active sites fill their plan, most first',
  }),
  ...pageParameters,
  plan: field.queryPlan
    .meta({ description: 'Accounts on this plan alone, and their sites', override: planExamples })
    .optional(),
});

/** GET /admin/accounts */
export const accountsListQuery = accountsPage.extend({
  over: field
    .queryChoice('over', ['fair_use'])
    .meta({ description: 'Accounts alone that have passed the fair use of their plan this month' })
    .optional(),
  sort: field
    .queryChoice('sort', accountSorts)
    .meta({
      description:
        '`created` (also when omitted): newest first; `events`: accepted in the UTC month, most first; `sites`: active, most first. The last two as counted every minute',
    })
    .optional(),
});

// The same lists as files: all rows that the list with these parameters has.
const withoutPage = { limit: true, cursor: true } as const;
export const accountsFileQuery = accountsListQuery.omit(withoutPage).extend({ end: fileEnd });
export const sitesFileQuery = sitesQuery.omit(withoutPage).extend({ end: fileEnd });
export const accountSitesFileQuery = accountSitesQuery.omit(withoutPage).extend({ end: fileEnd });
export const actionsFileQuery = actionsQuery.omit(withoutPage).extend({ end: fileEnd });

/** GET /admin/accounts/{id}/groups */
export const accountGroupsQuery = z.object({
  q: field.queryText('q').meta({ description: 'Part of the name or of the reference, in any case' }),
  ...pageParameters,
});

/** How far back a picture looks: 7, 30 or 90 UTC days up to today; else `invalid days`. */
export const pictureQuery = z.object({
  days: field
    .queryInteger('days', 7, 90)
    .refine((days) => pictureDays.some((one) => one === days), 'invalid days')
    .default(30)
    .meta({ description: 'UTC days up to today', override: { enum: [...pictureDays], default: 30 } }),
});

/** GET /admin/accounts/{id}/plan/preview */
export const planPreviewQuery = z.object({
  plan: field.queryPlan.meta({ description: 'The plan to look at', override: { examples: ['starter'] } }),
});

/** GET /admin/accounts/{id}/reseller/preview */
export const resellerPreviewQuery = z.object({
  enabled: field.queryBoolean('enabled').meta({ description: 'The flag to look at' }),
});

export const planPath = z.object({ slug: field.pathText.meta({ description: 'Slug of the plan' }) });

function planLimit(name: keyof typeof planBounds, description: string) {
  const { min, max } = planBounds[name];
  const invalid = `invalid ${name}`;
  return field.bodyInteger(name).min(min, invalid).max(max, invalid).meta({ description }).optional();
}

/** PATCH /admin/plans/{slug}: an omitted limit is left alone. */
export const planLimitsBody = z
  .object({
    sites: planLimit('sites', 'Active sites of an account; a lower figure pauses none'),
    retention_days: planLimit(
      'retention_days',
      'Days that events are kept; a shorter figure is applied after the grace',
    ),
    fair_use_events: planLimit('fair_use_events', 'Events a month before the fair-use e-mail is sent'),
  })
  .refine(
    (body) => Object.values(body).some((limit) => limit !== undefined),
    'sites, retention_days or fair_use_events required',
  );
