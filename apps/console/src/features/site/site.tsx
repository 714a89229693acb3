'use client';

import type { InspectedSite } from '@goal/contract';
import { ActivityChart } from '@goal/ui/charts/activity-chart.tsx';
import { RangeSwitch } from '@goal/ui/charts/range-switch.tsx';
import { useRange } from '@goal/ui/charts/range.ts';
import { Card } from '@goal/ui/page/card.tsx';
import { ErrorState } from '@goal/ui/state/error-state.tsx';
import { TextLink } from '@goal/ui/page/link.tsx';
import { NotFound } from '@goal/ui/page/not-found.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { isNotFound } from '@goal/ui/lib/is-not-found.ts';
import { Arrival } from '@goal/ui/site/arrival.tsx';
import { operatorReader } from '@goal/ui/site/operator-reader.ts';
import { SiteStatus } from '@goal/ui/site/site-status.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Alert, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { accountsList, pathOfGroup } from '../../lib/paths.ts';
import { SiteActions } from './site-actions.tsx';
import { SiteFacts } from './site-facts.tsx';
import { SiteKeys } from './site-keys.tsx';
import classes from './site.module.css';

/** An operator who asks a customer to try again sees here whether it works. */
const refetchIntervalMs = 15_000;
const alone = { trpc: { context: { alone: true } } };

/** All parts load in parallel, and each fails by itself. */
export function Site({ id }: { id: string }) {
  const { sites } = useTRPC().admin;
  const [days] = useRange();
  const site = useQuery(sites.get.queryOptions({ id }, { refetchInterval: refetchIntervalMs }));
  const keys = useQuery(sites.keys.list.queryOptions({ id }));
  const activity = useQuery(sites.activity.queryOptions({ id, days }, { ...alone, placeholderData: keepPreviousData }));
  if (isNotFound(site.error)) return <NotFound what="This site" list={accountsList} />;
  return (
    <>
      {site.data === undefined ? <HeadSkeleton /> : <Head site={site.data} />}
      <div className={classes.page}>
        {site.data !== undefined ? (
          <>
            {site.isError && (
              <Alert color="yellow" role="status">
                Not up to date: {failureOf(site.error).sentence}
              </Alert>
            )}
            <Arrival site={site.data} keys={keys.data?.keys} reader={operatorReader} />
          </>
        ) : site.isError ? (
          <ErrorState query={site} />
        ) : (
          <SiteSkeleton />
        )}
        <div className={classes.pair}>
          {!(site.isError && site.data === undefined) && (
            <Card title="Facts">
              {site.data === undefined ? <SkeletonBox height="19rem" /> : <SiteFacts site={site.data} />}
            </Card>
          )}
          <Card title="Keys">
            <SiteKeys id={id} query={keys} accountId={site.data?.account_id} />
          </Card>
        </div>
        <ActivityChart
          order={2}
          query={activity}
          actions={<RangeSwitch />}
          whenEmpty="Choose a longer range. The top of this page says why nothing arrives."
        />
      </div>
    </>
  );
}

function Head({ site }: { site: InspectedSite }) {
  return (
    <>
      <PageTitle
        title={site.domain}
        badge={<SiteStatus status={site.status} />}
        actions={<SiteActions site={site} />}
      />
      <Text component="p" className={classes.whose}>
        {site.name !== null && (
          <>
            <bdi>{site.name}</bdi> ·{' '}
          </>
        )}
        Account{' '}
        <TextLink href={`/accounts/${site.account_id}`} inherit>
          <bdi>{site.email}</bdi>
        </TextLink>{' '}
        ·{' '}
        {site.group_name === null ? (
          'in no group'
        ) : (
          <>
            Group{' '}
            {site.group_id === null ? (
              <bdi>{site.group_name}</bdi>
            ) : (
              <TextLink href={pathOfGroup(site.account_id, site.group_id)} inherit>
                <bdi>{site.group_name}</bdi>
              </TextLink>
            )}
          </>
        )}
      </Text>
    </>
  );
}

/** As high as the head of most sites, so that nothing jumps. */
function HeadSkeleton() {
  return (
    <>
      <PageTitle title="Site" actions={<Skeleton height="2.25rem" width="18rem" />} />
      <div className={classes.whose}>
        <Skeleton height="1.4rem" width="60%" />
      </div>
    </>
  );
}

function SiteSkeleton() {
  return (
    <Card title="Do events arrive?">
      <SkeletonBox height="13.5rem" />
    </Card>
  );
}
