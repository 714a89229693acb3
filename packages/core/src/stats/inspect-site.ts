import { DomainError, type InspectedSite } from '@goal/contract';

import type { Core } from '../core.ts';
import type { Caller } from '../ground/caller.ts';
import { keptOf } from './kept.ts';
import { silencesOf } from './silent-sites.ts';
import type { SiteRef } from '../ground/find-site.ts';
import { inspectedSiteRow, readInspectedSites } from './inspected-sites.ts';

/**
 * GET /admin/sites/{id}: answers «why does nothing arrive?». Throws `not_found` if the site was
 * deleted meanwhile.
 */
export async function inspectSite(core: Core, caller: Pick<Caller, 'account'>, site: SiteRef): Promise<InspectedSite> {
  const [[row], owner, kept] = await Promise.all([
    readInspectedSites(core, caller, { selected: 'SELECT * FROM site WHERE no = $1', values: [site.rowId] }),
    core.db.prisma.account.findFirst({ where: { rowId: caller.account.rowId }, select: { email: true } }),
    keptOf(core, caller, site),
  ]);
  if (row === undefined || owner === null) throw new DomainError('not_found');
  const silences = await silencesOf(core, caller, [row]);
  return {
    ...inspectedSiteRow(row),
    email: owner.email,
    last_refused_at: row.last_refused_at?.toISOString() ?? null,
    last_refusal: row.last_refusal,
    silence: silences.get(row.rowId) ?? null,
    kept,
  };
}
