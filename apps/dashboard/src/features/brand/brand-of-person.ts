import type { PersonView, ShownBrand } from '@goal/contract';

/**
 * The brand of the pages that belong to a person and no account: that of their account, if it is
 * the only one. Whoever is a member of several sees the product's name there.
 */
export function brandOfPerson(memberships: readonly Pick<PersonView['memberships'][number], 'brand'>[]): ShownBrand {
  const [only, ...more] = memberships;
  return only === undefined || more.length > 0 ? null : only.brand;
}
