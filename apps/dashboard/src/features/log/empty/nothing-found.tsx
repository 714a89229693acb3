import type { MemberAccount } from '@goal/contract';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { latePart } from '@goal/ui/state/late-part.tsx';
import { Link, TextLink } from '@goal/ui/page/link.tsx';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { newSiteDialog, pathOfSites } from '../../../lib/paths.ts';
import { mayChangeSites } from '../../account/rights.ts';
import { chipsOf } from '../../filters/query/filters.ts';
import { useLog } from '../../filters/query/log-context.tsx';
import classes from './nothing-found.module.css';
import type { Question } from '../../filters/feed/use-feed.ts';

// Only a log with filters needs it.
const { Part: WithoutOne } = latePart(() => import('./without-one.tsx').then((module) => module.WithoutOne));

type Props = { question: Question; account: MemberAccount | undefined };

export function NothingFound({ question, account }: Props) {
  const { state, change } = useLog();
  const { filters, time } = state;
  const names = [
    ...new Set([...(filters.q === undefined ? [] : ['q' as const]), ...chipsOf(filters).map(({ name }) => name)]),
  ];
  const isAll = 'range' in time && time.range === 'all';
  const sites = account === undefined ? 1 : account.usage.sites_active + account.usage.sites_paused;
  if (names.length === 0 && sites === 0 && account !== undefined) return <NoSite account={account} />;
  return (
    <EmptyState title={names.length === 0 ? 'No event in this time' : 'Nothing matches'}>
      <div className={classes.ways}>
        {names.length === 0 && isAll && 'No site has sent an event yet.'}
        {names.length === 0 && account !== undefined && <NeverSent account={account} />}
        {names.length > 0 && <WithoutOne names={names} question={question} />}
        {!isAll && (
          <Button variant="default" size="xs" onClick={() => change({ time: { range: 'all' } })}>
            Search all time
          </Button>
        )}
      </div>
    </EmptyState>
  );
}

function NoSite({ account }: { account: MemberAccount }) {
  return (
    <EmptyState title={account.group === null ? 'No site yet' : 'This group has no sites'}>
      <div className={classes.ways}>
        Events appear here as soon as a site sends them.
        {mayChangeSites(account) && (
          <Button component={Link} href={`${pathOfSites(account.account_id)}?dialog=${newSiteDialog}`} size="xs">
            {account.group === null ? 'Add the first site' : 'Add a site'}
          </Button>
        )}
      </div>
    </EmptyState>
  );
}

/** As many sites as one page of them has. */
const most = 200;

function NeverSent({ account: { account_id: id } }: { account: MemberAccount }) {
  const { data } = useQuery(useTRPC().dashboard.sites.list.queryOptions({ health: 'never', limit: most }));
  const count = data?.sites.length ?? 0;
  if (count === 0) return null;
  const sites = `${data?.next_cursor === '' ? '' : 'More than '}${countOf(count, 'site')}`;
  return (
    <TextLink href={`${pathOfSites(id)}?health=never`} size="sm">
      {`${sites} ${count === 1 ? 'has' : 'have'} never sent: see why`}
    </TextLink>
  );
}
