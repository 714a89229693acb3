import { z } from 'zod';

import { errorCatalogue } from '../refusals/errors.ts';
import { optionalName, single, type Native } from './fields.ts';
import { limits } from '../limits.ts';

/** The access of a key, for good (rulings §12): all of its kind, only send, or only read. */
const keyAccesses = ['full', 'send', 'read'] as const;
export type KeyAccess = (typeof keyAccesses)[number];

/** The accesses of account keys and group keys; they cannot send events. */
const accountKeyAccesses = ['full', 'read'] as const;
export type AccountKeyAccess = (typeof accountKeyAccesses)[number];

const error = ({ input }: { input?: unknown }): string =>
  typeof input === 'string' ? 'invalid access' : 'access must be a string';

/** `access` of an account key or group key, in a body: null is not given. */
const accountKeyAccess = z
  .enum(accountKeyAccesses, { error })
  .nullable()
  .meta({ description: '`full` when omitted. A `read` key changes nothing; a key keeps its access' })
  .optional();

/** `access` of a site key: over REST a parameter of the query, over native tRPC as in a body. */
export const siteKeyAccess = z
  .preprocess(
    (value: Native<KeyAccess | null>, context) => (value === null ? undefined : single('access', value, context)),
    z.enum(keyAccesses, { error }).optional(),
  )
  .meta({
    description:
      '`full` when omitted. A `send` key only sends events, and a `read` key only reads them; a key keeps its access',
  })
  .optional();

/** POST /groups/{id}/keys and POST /admin/accounts/{id}/keys */
export const mintKeyBody = z.object({
  name: optionalName('name', errorCatalogue.name_too_long.message, limits.nameLength)
    .meta({ description: 'What the key is for', override: { maxLength: limits.nameLength, examples: ['reporting'] } })
    .optional(),
  access: accountKeyAccess,
});
/** POST /sites/{id}/tokens, whose body stays without fields (rulings §12.1). */
export const mintSiteKeyQuery = z.object({ access: siteKeyAccess });

const description = 'What the key may do; absent for a key that may do everything of its kind';

/** The last field of an account key or group key, where it may not do all (rulings §12.1). */
export const shownAccountKeyAccess = z.enum(['read']).exactOptional().meta({ description });
/** … and of a site key. */
export const shownSiteKeyAccess = z.enum(['send', 'read']).exactOptional().meta({ description });

/** The access of a key as answers show it. */
export function shownAccess<A extends KeyAccess>(access: A): { access?: Exclude<A, 'full'> } {
  // The compiler does not exclude a value from a type parameter.
  return access === 'full' ? {} : { access: access as Exclude<A, 'full'> };
}
