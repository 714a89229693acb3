import type { ShownBrand } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import { shortLine } from '../mail/plain-text.ts';
import { brandColumns, shownBrand, type Branded } from './brand.ts';

/** The brand for a person: their only account's; a member of several has none (rulings §10.38). */
export function brandOfPerson(accounts: readonly Branded[]): ShownBrand {
  const [only, ...more] = accounts;
  return only === undefined || more.length > 0 ? null : shownBrand(only);
}

/** The product's name. */
const product = 'Goal';

/** Code points of a name in an authenticator, so that the QR code has room for it twice. */
const nameMax = 32;

/**
 * What authenticators call this account: `brandOfPerson`, or the product's where nothing visible is
 * left (rulings §10.38), without a colon. `joined`: the account about to be joined.
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
