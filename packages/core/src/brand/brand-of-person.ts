import type { ShownBrand } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import { shortLine } from '../mail/plain-text.ts';
import { brandColumns, shownBrand, type Branded } from './brand.ts';

/**
 * The brand of what belongs to a person and to no account: that of their account, if it is the only
 * one. A member of several meets the product's name there (rulings §10.38).
 */
export function brandOfPerson(accounts: readonly Branded[]): ShownBrand {
  const [only, ...more] = accounts;
  return only === undefined || more.length > 0 ? null : shownBrand(only);
}

/** The product's name. */
const product = 'Goal';

/** Code points of a name in an authenticator, so that the QR code has room for it twice. */
const nameMax = 32;

/**
 * The name under which authenticators keep what they hold of this person: that of `brandOfPerson`,
 * else the product's, also where nothing visible is left of the brand's (rulings §10.38). It has no
 * colon, because apps end the name there. `joined`: an account that the person is about to join.
 */
export async function nameInAuthenticators({ db }: Db, { id }: { id: string }, joined?: Branded): Promise<string> {
  const memberships = await db.prisma.membership.findMany({
    where: { person: { id } },
    select: { account: { select: { isReseller: true, ...brandColumns } } },
    take: 2,
  });
  const accounts = memberships.map(({ account }) => account);
  const brand = brandOfPerson(joined === undefined ? accounts : [...accounts, joined]);
  return shortLine((brand?.name ?? '').replaceAll(':', ' '), nameMax) || product;
}
