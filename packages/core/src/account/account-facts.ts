import { DomainError } from '@goal/contract';
import { rows } from '@goal/db';

import type { Db } from '../ground/db.ts';
import { keptBefore, today } from '../ground/counters.ts';

/** The figures of an account for the sentences of a preview. */
export type AccountFacts = {
  isReseller: boolean;
  plan: {
    slug: string;
    sites: number;
    retentionDays: number;
    keysPerSite: number;
    api: boolean;
    fairUseEvents: number;
    /** Null: the plan has no hard limit (rulings §10.39). */
    hardLimitEvents: number | null;
  };
  /** Today's UTC day by the database's clock. */
  today: string;
  sitesActive: number;
  sitesPaused: number;
  /** When a change of plan last paused sites, and how many still are; null if none is. */
  lastDowngrade: { at: Date; sitesPaused: number } | null;
  /** The number of active account keys. */
  accountKeys: number;
  /** The number of sites with more active keys than the plan allows. */
  sitesOverKeyCap: number;
  /** Events accepted this calendar month (UTC), deleted sites included (rulings §9.3). */
  eventsThisMonth: number;
};

const facts = {
  name: 'facts of account',
  text: `select a.is_reseller as "isReseller", p.slug, p.sites, p.retention_days as "retentionDays", p.keys_per_site as "keysPerSite", p.api,
      p.fair_use_events as "fairUseEvents", p.hard_limit_events as "hardLimitEvents", ${today}::text as today,
      s.active as "sitesActive", s.paused as "sitesPaused", s.over_cap as "sitesOverKeyCap", s.downgraded, a.last_downgrade_at as "downgradedAt",
      (select count(*) from account_key k where k.account_no = a.no and k.revoked_at is null) as "accountKeys",
      (select coalesce(sum(events), 0)::bigint from accepted_day d
        where d.account = $1 and d.day >= date_trunc('month', ${today}::timestamp)::date) as "eventsThisMonth"
    from account a join plan p on p.slug = a.plan cross join lateral (
      select count(*) filter (where status = 'active') as active, count(*) filter (where status = 'paused') as paused,
        count(*) filter (where status = 'paused' and downgraded_at = a.last_downgrade_at) as downgraded,
        count(*) filter (where (select count(*) from site_key k where k.site_no = site.no and k.revoked_at is null) > p.keys_per_site) as over_cap
      from site where account_no = a.no) s
    where a.no = $1`,
};

type FactsRow = Omit<AccountFacts, 'plan' | 'lastDowngrade'> &
  AccountFacts['plan'] & { downgraded: number; downgradedAt: Date | null };

/** Reads the figures. Throws `not_found` if the account is gone. */
export async function readFacts({ db }: Db, account: { rowId: number }): Promise<AccountFacts> {
  const { rows: found } = await db.work.query<FactsRow>({ ...facts, values: [account.rowId] });
  const [row] = found;
  if (row === undefined) throw new DomainError('not_found');
  const { slug, sites, retentionDays, keysPerSite, api, fairUseEvents, hardLimitEvents, ...others } = row;
  const { downgraded, downgradedAt, ...figures } = others;
  return {
    ...figures,
    plan: { slug, sites, retentionDays, keysPerSite, api, fairUseEvents, hardLimitEvents },
    lastDowngrade: downgradedAt === null || downgraded === 0 ? null : { at: downgradedAt, sitesPaused: downgraded },
  };
}

/** The number of kept events of the account that occurred before a UTC day, from the counters. */
export async function countKeptBefore({ db }: Db, account: { rowId: number }, day: string): Promise<number> {
  const [row] = await rows<[number]>(db.pages, { ...keptBefore, values: [account.rowId, day] });
  return row?.[0] ?? 0;
}
