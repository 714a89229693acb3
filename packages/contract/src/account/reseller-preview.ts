import { z } from 'zod';

export const resellerEffects = [
  'site_quota',
  'key_caps',
  'api_gate',
  'retention',
  'fair_use_mail',
  'downgrade',
  'readouts',
  'rate',
] as const;

/** The eight effects of interface.md §2 in the account's own numbers. */
export const resellerPreviewShape = z
  .object({
    is_reseller: z.boolean().meta({ description: 'The flag now' }),
    enabled: z.boolean().meta({ description: 'The flag that was asked about' }),
    effects: z
      .array(z.object({ effect: z.enum(resellerEffects), sentence: z.string() }))
      .meta({ description: 'One for each effect, in the order of the contract' }),
  })
  .meta({ id: 'ResellerPreview' });
export type ResellerPreview = z.infer<typeof resellerPreviewShape>;
