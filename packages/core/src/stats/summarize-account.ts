import { DomainError, type AccountSummary } from '@goal/contract';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { lastDowngradeView } from '../account/last-downgrade.ts';
import { shownLimits } from '../ground/limits-of.ts';
import { isPaid, keptSubscriptionOf } from '../billing/subscription-rule.ts';
import { keptOf } from './kept.ts';

/** `downgraded` counts the sites that the last downgrade paused and that are still paused. */
type Usage = AccountSummary['usage'] & { downgraded: number };

/**
 * GET /admin/accounts/{id}/summary: an account with its limits beside its usage; all limits are -1
 * for a reseller. Throws `not_found`.
 */
export async function summarizeAccount(core: Core, caller: Pick<Caller, 'account'>): Promise<AccountSummary> {
  const { rowId } = caller.account;
  const [account, { downgraded, ...usage }, kept, fairUseMail] = await Promise.all([
    core.db.prisma.account.findFirst({ where: { rowId }, include: { plan: true, subscriptions: true } }),
    readUsage(core, rowId),
    keptOf(core, caller),
    readFairUseMail(core, rowId),
  ]);
  if (account === null) throw new DomainError('not_found');
  const { plan, isReseller, subscriptions, lastDowngradeAt: at } = account;
  const living = subscriptions.filter((row) => isPaid(keptSubscriptionOf(row))).map(({ id }) => id);
  const lastDowngrade = at === null || downgraded === 0 ? null : { at, sitesPaused: downgraded };
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    plan: plan.slug,
    is_reseller: isReseller,
    created_at: account.createdAt.toISOString(),
    ...shownLimits(account),
    api: isReseller || plan.api,
    usage,
    fair_use_mail: fairUseMail,
    last_downgrade: lastDowngradeView({ isReseller, plan, sitesActive: usage.sites_active, lastDowngrade }),
    kept,
    ...(living.length === 0 ? {} : { living_subscriptions: living }),
  };
}

/** This month's mail about fair use (rulings §8); old ones show the account's address of now. */
async function readFairUseMail(core: Db, rowId: number): Promise<AccountSummary['fair_use_mail']> {
  type Row = { written: Date; to: string; outcome: string | null; done: Date | null; failure: string | null };
  const { rows } = await core.db.work.query<Row>(
    `SELECT m.created_at AS written, coalesce(m.recipient, a.email) AS "to", m.outcome, m.done_at AS done, m.failure
     FROM mail m JOIN account a ON a.no = m.account_no
     WHERE m.account_no = $1 AND m.kind = 'fair_use' AND m.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date`,
    [rowId],
  );
  const [mail] = rows;
  if (mail === undefined) return null;
  return {
    written_at: mail.written.toISOString(),
    to: mail.to,
    sent_at: mail.outcome === 'sent' ? (mail.done?.toISOString() ?? null) : null,
    is_logged: mail.outcome === 'logged',
    failure: mail.failure,
  };
}

const usageOfAccount = {
  name: 'usage of account',
  text: `SELECT s.*, (SELECT count(*) FROM site_group WHERE account_no = $1) AS groups,
       (SELECT count(*) FROM account_key WHERE account_no = $1 AND revoked_at IS NULL) AS account_keys,
       (SELECT coalesce(sum(events), 0)::bigint FROM accepted_day
        WHERE account = $1 AND day >= date_trunc('month', now() AT TIME ZONE 'UTC')::date) AS events_this_month
     FROM (SELECT count(*) FILTER (WHERE status = 'active') AS sites_active, count(*) FILTER (WHERE status = 'paused') AS sites_paused,
         count(*) FILTER (WHERE status = 'revoked') AS sites_revoked,
         count(*) FILTER (WHERE status = 'paused' AND downgraded_at = (SELECT last_downgrade_at FROM account WHERE no = $1)) AS downgraded
       FROM site WHERE account_no = $1) s`,
};

/** Months are UTC calendar months, by the day of arrival (rulings §9.3). */
async function readUsage(core: Db, rowId: number): Promise<Usage> {
  const { rows } = await core.db.work.query<Usage>({ ...usageOfAccount, values: [rowId] });
  const [usage] = rows;
  if (usage === undefined) throw new Error('a count without a row');
  return usage;
}
