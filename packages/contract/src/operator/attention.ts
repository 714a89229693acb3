import { z } from 'zod';

import { domain, timestamp, uuid } from '../shapes.ts';

const integer = z.int();

/** GET /admin/attention: an account or one of its sites. Null numbers: the kind has none. */
export const attentionShape = z
  .object({
    account_id: uuid,
    email: z.string(),
    name: z.string().nullable().meta({ description: 'What people call the account; null: nobody has named it' }),
    plan: z.string(),
    site_id: uuid.nullable(),
    domain: domain.nullable(),
    since: timestamp.nullable().meta({
      description:
        'When the fair-use mail was written, an event was last accepted, the last request was refused, or the provider reported the payment; null where that is unknown',
    }),
    value: integer.nullable().meta({ description: 'Events of the month, or active sites' }),
    limit: integer.nullable().meta({ description: "The plan's figure for it" }),
    sentence: z.string().meta({ description: 'What is the matter, for a person' }),
  })
  .meta({ id: 'Attention' });
export type AttentionRow = z.infer<typeof attentionShape>;

/** In the summary of an account. */
export const fairUseMail = z
  .object({
    written_at: timestamp.meta({ description: 'When the account passed the fair use' }),
    to: z.string().meta({ description: 'Where it was sent, or will be' }),
    sent_at: timestamp.nullable().meta({ description: 'null: it waits, or there is no mail server' }),
    is_logged: z.boolean().meta({ description: 'It was logged, because the service has no mail server' }),
    failure: z.string().nullable().meta({ description: 'Why the mail server has not taken it yet' }),
  })
  .nullable()
  .meta({ description: 'The mail about fair use of this UTC month; null when none was written' });
