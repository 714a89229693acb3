import { z } from 'zod';

import { errorCatalogue } from '../refusals/errors.ts';
import * as field from '../fields/fields.ts';
import { limits } from '../limits.ts';
import { withoutKeys } from '../text/pasted-keys.ts';
import { timestamp, uuid } from '../shapes.ts';
import { cleanText, codePoints } from '../text/texts.ts';

// Legal hold (rulings §13.6): while one covers a site, nothing of it is deleted.

/** POST /account/holds. The id of the site is judged later, with all ids (rulings §2.4). */
export const createHoldBody = z.object({
  reason: field
    .requiredText('reason', errorCatalogue.reason_required.message)
    .transform((text, context) => {
      const reason = cleanText(text.trim());
      const fault =
        reason === ''
          ? errorCatalogue.reason_required
          : codePoints(reason) > limits.reasonLength
            ? errorCatalogue.reason_too_long
            : undefined;
      if (fault === undefined) return withoutKeys(reason);
      context.addIssue({ code: 'custom', message: fault.message });
      return z.NEVER;
    })
    .meta({
      description: 'Why nothing may be deleted',
      override: { minLength: 1, maxLength: limits.reasonLength, examples: ['Case 4711'] },
    }),
  site_id: field.bodyId.meta({ description: 'The site that it covers; null or absent: the whole account' }).optional(),
});
export type CreateHoldInput = z.output<typeof createHoldBody>;

export const holdPath = z.object({ id: field.pathId.meta({ description: 'Id of the hold' }) });
/** The hold in an operator's path, after the account. */
export const accountHoldPath = z.object({ hold_id: field.pathId.meta({ description: 'Id of the hold' }) });

export const holdShape = z
  .object({
    id: uuid,
    site_id: uuid.nullable().meta({ description: 'Null: the whole account' }),
    reason: z.string().nullable().meta({ description: 'Null for customers, where an operator set the hold' }),
    by: z.string().meta({ description: 'Who set it: a member, the prefix of a key, or `the provider`' }),
    created_at: timestamp,
    ended_at: timestamp.nullable().meta({ description: 'Null while it runs' }),
  })
  .meta({ id: 'LegalHold' });
export type HoldView = z.infer<typeof holdShape>;
export const holdsShape = z.object({ holds: z.array(holdShape) });
export const createdHoldShape = z.object({ id: uuid });

/** dashboard.holds.list: with the domains of the sites that are there. */
export const memberHoldsShape = z.object({
  holds: z.array(z.object({ ...holdShape.shape, site_domain: z.string().nullable() })),
});
export type MemberHoldView = z.infer<typeof memberHoldsShape>['holds'][number];
