import { DomainError, type ArrivalView, type OperatorAccountView, type OperatorSiteView } from '@goal/contract';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { runningHolds } from '../legal-hold/holds.ts';
import { readPart, type Part, type PlacedRow } from '../ground/part.ts';
import { operatorSiteView, readSites, selectSites } from '../site/site-view.ts';
import { Parameters } from '../ground/keyset-sql.ts';

/**
 * GET /admin/accounts/{id} (interface.md §2 Operator account view): the account and its sites,
 * newest first. Throws `not_found`.
 */
export async function getAccount(
  core: Db,
  { account: { rowId } }: Pick<Caller, 'account'>,
): Promise<{ account: Omit<OperatorAccountView, 'sites'>; sites: Part<OperatorSiteView> }> {
  const account = await core.db.prisma.account.findFirst({ where: { rowId } });
  if (account === null) throw new DomainError('not_found');
  const holds = await runningHolds(core, account);
  return {
    account: {
      id: account.id,
      email: account.email,
      plan: account.planSlug,
      is_reseller: account.isReseller,
      created_at: account.createdAt.toISOString(),
      // Nothing of the contract changes for an account without one (rulings §13.6).
      ...(holds.length === 0 ? {} : { holds }),
    },
    sites: await readPart(
      (page) => readSites(core, { account }, page),
      (site) => operatorSiteView(site, account.id),
    ),
  };
}

type ArrivalRow = PlacedRow &
  Pick<ArrivalView, 'site_id' | 'domain' | 'last_refusal'> &
  Record<'last_accepted_at' | 'last_refused_at', Date | null>;

/**
 * For the question «why does nothing arrive?»: the last accepted event and the last refused
 * request of each site of the account, newest site first.
 */
export async function listArrivals(core: Core, { account }: Pick<Caller, 'account'>): Promise<Part<ArrivalView>> {
  await core.events.arrivals.flushIfPossible();
  return readPart(
    async (page) => {
      const values = new Parameters();
      const selected = selectSites(values, { account }, page);
      const { rows } = await core.db.work.query<ArrivalRow>(
        `SELECT s.no AS "rowId", s.created_at, s.id::text AS site_id, s.domain, r.last_accepted_at, r.last_refused_at, r.last_refusal
         FROM (${selected}) s LEFT JOIN LATERAL (SELECT * FROM site_arrival WHERE site_no = s.no LIMIT 1) r ON true
         ORDER BY s.created_at DESC, s.no DESC`,
        values.list,
      );
      return rows;
    },
    ({ site_id, domain, last_accepted_at: acceptedAt, last_refused_at: refusedAt, last_refusal }) => ({
      site_id,
      domain,
      last_accepted_at: acceptedAt?.toISOString() ?? null,
      last_refused_at: refusedAt?.toISOString() ?? null,
      last_refusal,
    }),
  );
}
