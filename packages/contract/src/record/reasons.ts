import { z } from 'zod';

import { errorCatalogue } from '../refusals/errors.ts';
import { single, type Native } from '../fields/fields.ts';
import { limits } from '../limits.ts';
import { withoutKeys } from '../text/pasted-keys.ts';
import { cleanText, codePoints } from '../text/texts.ts';

/** A reason as it is kept: cleaned, trimmed, and with any key in it cut to its prefix. */
const keptReason = z
  .string({ error: 'reason must be a string' })
  .transform((text, context) => {
    const reason = cleanText(text.trim());
    if (codePoints(reason) <= limits.reasonLength) return withoutKeys(reason).trim() || undefined;
    context.addIssue({ code: 'custom', message: errorCatalogue.reason_too_long.message });
    return z.NEVER;
  })
  .optional();

/**
 * Why an operator acts (rulings §8): a field of the body where a route has one, else a parameter of
 * the query. It is judged after the route's other fields; null, empty and white space alone are no
 * reason.
 */
export const reasonInput = z.object({
  reason: z
    .preprocess(
      (value: Native<string | null>, context) => (value === null ? undefined : single('reason', value, context)),
      keptReason,
    )
    .meta({
      description: 'Why, for the operators’ record; customers never see it',
      override: { maxLength: limits.reasonLength },
    })
    .optional(),
});
