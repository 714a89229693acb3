import { randomUUID } from 'node:crypto';

import { DomainError, type BrandView, type SetBrandInput } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { brandView, findBrand } from './brand.ts';

/** dashboard.brand.get: the brand of a reseller, also before it has a name; else all null. */
export async function getBrand(core: Db, account: { rowId: number; isReseller: boolean }): Promise<BrandView> {
  return brandView(account.isReseller ? await findBrand(core, account.rowId) : null);
}

/**
 * dashboard.brand.set: what is omitted stays, and null removes. A value that stands already is not
 * recorded; a logo always counts as another one. Throws `white_label` for an account that is no
 * reseller (rulings §10.38).
 */
export async function setBrand(core: Db, caller: Caller, { name, colour, logo }: SetBrandInput): Promise<void> {
  await changeAccount(core, caller, async ({ tx, account, record }) => {
    if (!account.isReseller) throw new DomainError('white_label');
    const accountRowId = account.rowId;
    const known = await tx.brand.findFirst({
      where: { accountRowId },
      select: { name: true, colour: true, logoId: true },
    });
    const detail = {
      ...(name === undefined || name === (known?.name ?? null) ? {} : { name }),
      ...(colour === undefined || colour === (known?.colour ?? null) ? {} : { colour }),
    };
    const look =
      logo === undefined || (logo === null && (known?.logoId ?? null) === null)
        ? {}
        : { logo: logo?.content ?? null, logoType: logo?.type ?? null, logoId: logo === null ? null : randomUUID() };
    const isOther = 'logoId' in look;
    if (Object.keys(detail).length === 0 && !isOther) return;
    const data = { ...detail, ...look };
    if (known === null) await tx.brand.create({ data: { accountRowId, ...data } });
    else await tx.brand.update({ where: { accountRowId }, data });
    await record({
      action: 'brand.set',
      detail: { ...detail, ...(isOther ? { logo: logo === null ? null : 'set' } : {}) },
    });
  });
}
