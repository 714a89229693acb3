import { DomainError, isUuid, readableOn, type BrandView, type LogoView, type ShownBrand } from '@goal/contract';

import type { Db } from '../ground/db.ts';

/** What is read of a brand to show it; the logo's bytes only where they are sent. */
const columns = { name: true, colour: true, logoId: true } as const;
/** The brand of an account, for `select` and `include`. */
export const brandColumns = { brand: { select: columns } } as const;

type StoredBrand = { name: string | null; colour: string | null; logoId: string | null };
/** What is read of an account to show its brand. */
export type Branded = { isReseller: boolean; brand: StoredBrand | null };

/** A brand on the wire. Without one all is null. */
export function brandView(brand: StoredBrand | null): BrandView {
  const colour = brand?.colour ?? null;
  return {
    name: brand?.name ?? null,
    colour,
    colour_dark: colour === null ? null : readableOn('dark', colour),
    logo_id: brand?.logoId ?? null,
  };
}

/**
 * The brand that an account's members see: a reseller's, once it has a name. An account that is no
 * reseller any more keeps its brand and shows the product's name (rulings §10.38).
 */
export function shownBrand({ isReseller, brand }: Branded): ShownBrand {
  if (!isReseller || brand === null) return null;
  const { name, ...look } = brandView(brand);
  return name === null ? null : { name, ...look };
}

/** The same for an account that was read without its brand. */
export async function brandOf(core: Db, account: { rowId: number; isReseller: boolean }): Promise<ShownBrand> {
  const { isReseller } = account;
  return isReseller ? shownBrand({ isReseller, brand: await findBrand(core, account.rowId) }) : null;
}

export function findBrand({ db }: Db, accountRowId: number): Promise<StoredBrand | null> {
  return db.prisma.brand.findFirst({ where: { accountRowId }, select: columns });
}

/**
 * entry.logo: the logo of a brand that is shown. Throws `not_found` for an unknown id, and for the
 * logo of an account that is no reseller any more.
 */
export async function readLogo({ db }: Db, id: string): Promise<LogoView> {
  const found = isUuid(id)
    ? await db.prisma.brand.findFirst({
        where: { logoId: id, account: { isReseller: true } },
        select: { logo: true, logoType: true },
      })
    : null;
  if (found === null || found.logo === null) throw new DomainError('not_found');
  // A check of the database allows the two types alone.
  return { type: found.logoType as LogoView['type'], content: Buffer.from(found.logo).toString('base64') };
}
