import { DomainError, type ArrivalView, type OperatorAccountView } from '@goal/contract';

import type { Caller } from '../account/change-account.ts';
import type { Core } from '../core.ts';
import { newestFirst, operatorSiteView, readSites } from '../site/site-view.ts';

/** GET /admin/accounts/{id} (interface.md §2 Operator account view). Throws `not_found`. */
export async function getAccount(
  core: Core,
  { account: { no } }: Pick<Caller, 'account'>,
): Promise<OperatorAccountView> {
  const account = await core.db.prisma.account.findUnique({ where: { no } });
  if (account === null) throw new DomainError('not_found');
  const sites = await readSites(core, account);
  return {
    id: account.id,
    email: account.email,
    plan: account.planSlug,
    is_reseller: account.isReseller,
    created_at: account.createdAt.toISOString(),
    sites: sites.map((site) => operatorSiteView(site, account.id)),
  };
}

/** «Why does nothing arrive?»: for each site of the account the last accepted event and the last refused request, newest site first. */
export async function listArrivals(core: Core, { account }: Pick<Caller, 'account'>): Promise<ArrivalView[]> {
  await core.events.arrivals.flushIfPossible();
  const rows = await core.db.prisma.site.findMany({
    where: { accountNo: account.no },
    select: { id: true, domain: true, arrival: true },
    orderBy: newestFirst,
  });
  return rows.map(({ id, domain, arrival }) => ({
    site_id: id,
    domain,
    last_accepted_at: arrival?.lastAcceptedAt?.toISOString() ?? null,
    last_refused_at: arrival?.lastRefusedAt?.toISOString() ?? null,
    last_refusal: arrival?.lastRefusal ?? null,
  }));
}
