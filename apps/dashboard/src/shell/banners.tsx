import type { AccountNotices, MemberAccount, Usage } from '@goal/contract';
import { TextLink } from '@goal/ui/page/link.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { useAccount } from '../features/account/use-account.ts';
import { useUsage } from '../features/usage/use-usage.ts';
import { pathOfChoice, pathOfUsage } from '../lib/paths.ts';
import classes from './frame.module.css';

type News = {
  account: MemberAccount;
  notices: AccountNotices['notices'];
  pausedByPlan: number;
  usage: Usage | undefined;
};

/** Every banner, the gravest first: each says something, or null where it has nothing to say. */
const banners: readonly ((news: News) => ReactNode)[] = [
  newWayIn,
  reachedLimit,
  heldRetention,
  pausedByPlan,
  passedFairUse,
];

export function Banners() {
  const { data: account } = useAccount();
  const { data } = useQuery(useTRPC().dashboard.notices.queryOptions());
  const { data: usage } = useUsage();
  const [place, setPlace] = useState(0);
  if (account === undefined) return null;
  const news = { account, notices: data?.notices ?? [], pausedByPlan: data?.paused_by_plan ?? 0, usage };
  const shown = banners.map((banner) => banner(news)).filter((text) => text !== null);
  if (shown.length === 0) return null;
  const at = place % shown.length;
  return (
    <div className={classes.banner}>
      <p role="status">{shown[at]}</p>
      {shown.length > 1 && (
        <UnstyledButton className={classes.nextBanner} onClick={() => setPlace(at + 1)}>
          Next ({formatNumber(at + 1)} of {formatNumber(shown.length)})
        </UnstyledButton>
      )}
    </div>
  );
}

/** Owners alone get notices: what the provider did for people of the account (rulings §10.25). */
function newWayIn({ notices: [newest, ...more] }: News): ReactNode {
  if (newest === undefined) return null;
  return (
    <>
      The provider made a new way in for <bdi>{newest.email}</bdi> on <Time value={newest.at} />.
      {more.length > 0 && ' The record has earlier ones.'}
    </>
  );
}

/** Nothing more is stored this month (rulings §10.39). */
function reachedLimit({ account, usage }: News): ReactNode {
  const limit = usage?.hard_limit_events ?? -1;
  if (usage === undefined || limit < 0 || usage.events < limit) return null;
  return (
    <>
      This month has reached the limit of the plan, {countOf(limit, 'event')}. New events are refused until the month
      ends, or the account has a larger plan.{' '}
      <TextLink href={pathOfUsage(account.account_id)} inherit c="inherit">
        Usage
      </TextLink>
    </>
  );
}

function heldRetention({ usage }: News): ReactNode {
  const held = usage?.retention.held ?? null;
  if (held === null) return null;
  return (
    <>
      Retention has been held since <Time value={held.since} />: no event is deleted for its age until the provider
      confirms that it may be.
    </>
  );
}

/** After a downgrade has paused sites, until somebody has chosen (rulings §10.19). */
function pausedByPlan({ account, pausedByPlan: paused }: News): ReactNode {
  if (paused === 0) return null;
  return (
    <>
      {countOf(paused, 'site is', 'sites are')} paused by your plan.{' '}
      <TextLink href={pathOfChoice(account.account_id)} inherit c="inherit">
        Choose the active sites
      </TextLink>
    </>
  );
}

function passedFairUse({ account, usage }: News): ReactNode {
  const fairUse = usage?.fair_use_events ?? -1;
  if (usage === undefined || fairUse < 0 || usage.events <= fairUse) return null;
  return (
    <>
      This month has passed the fair use of the plan: {countOf(usage.events, 'event')} of {formatNumber(fairUse)}.{' '}
      <TextLink href={pathOfUsage(account.account_id)} inherit c="inherit">
        Usage
      </TextLink>
    </>
  );
}
