'use client';

import { FactList } from '@goal/ui/page/fact-list.tsx';
import type { MemberSiteDetail } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { DeleteCard } from '@goal/ui/dialog/delete-card.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { latePart } from '@goal/ui/state/late-part.tsx';
import { Link, TextLink } from '@goal/ui/page/link.tsx';
import { NotThere } from '@goal/ui/page/not-there.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { isNotFound } from '@goal/ui/lib/is-not-found.ts';
import { Arrival } from '@goal/ui/site/arrival.tsx';
import { SiteStatus } from '@goal/ui/site/site-status.tsx';
import { formatUtcDay, Time } from '@goal/ui/text/time.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Alert, Anchor, Button, Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';

import { pathOfConnect, pathOfGroup, pathOfLog, pathOfReport, pathOfSites } from '../../lib/paths.ts';
import { mayChangeSites } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';
import { memberReader } from './member-reader.ts';
import { SiteKeys } from './site-keys.tsx';
import { SiteSettings } from './site-settings.tsx';

const { Part: ActivateSite } = latePart(() => import('./activate-site.tsx').then((module) => module.ActivateSite));
const DeleteSiteDialog = lateDialog(() => import('./delete-site-dialog.tsx').then((module) => module.DeleteSiteDialog));
const { Part: Charts } = latePart(() => import('../usage/charts.tsx').then((module) => module.Charts), {
  loading: <SkeletonBox height="30rem" />,
});

/** Somebody who mends a site sees here whether it works. */
const refetchIntervalMs = 15_000;

export function SitePage() {
  const { id: accountId, site: id } = useParams<{ id: string; site: string }>();
  const { data: account } = useAccount();
  const isEditor = account !== undefined && mayChangeSites(account);
  const { sites } = useTRPC().dashboard;
  const site = useQuery(sites.get.queryOptions({ id }, { refetchInterval: refetchIntervalMs }));
  // A site that is not found has no keys to ask for.
  const keys = useQuery(sites.tokens.list.queryOptions({ id }, { enabled: isEditor && site.data !== undefined }));
  if (site.data === undefined || isNotFound(site.error))
    return (
      <NotThere title="Site" query={site} what="This site" list={{ name: 'sites', href: pathOfSites(accountId) }} />
    );
  return (
    <>
      <Head site={site.data} isEditor={isEditor} />
      <Stack>
        {site.isError && (
          <Alert color="yellow" role="status">
            Not up to date: {failureOf(site.error).sentence}
          </Alert>
        )}
        <Arrival
          site={site.data}
          keys={keys.data?.tokens}
          reader={memberReader(site.data)}
          whenNew={<Connect account={accountId} site={id} isShown={isEditor} />}
        />
        <Card title="Facts">
          <SiteFacts site={site.data} isUnlimited={account?.is_reseller === true} />
        </Card>
        <Charts accountId={accountId} of={{ site_id: id }} />
        {isEditor && (
          <>
            <SiteKeys site={site.data} query={keys} limit={account.limits.keys_per_site} />
            <SiteSettings key={site.data.id} site={site.data} account={account} />
            <DeleteCard
              action="Delete the site"
              about={`Its keys stop working and its ${formatNumber(site.data.kept.events)} events can no longer be read, for good.`}
              dialog={(onClose) => <DeleteSiteDialog site={site.data} onClose={onClose} />}
            />
          </>
        )}
      </Stack>
    </>
  );
}

function Head({ site, isEditor }: { site: MemberSiteDetail; isEditor: boolean }) {
  const { account_id: account, group_id: group } = site;
  return (
    <>
      <PageTitle
        title={site.domain}
        count={<SiteStatus status={site.status} />}
        actions={
          <>
            <Button component={Link} href={pathOfLog(account, { site: site.id })} variant="default">
              Open the log
            </Button>
            {isEditor && (
              <>
                {site.status === 'paused' && <ActivateSite site={site} />}
                <Button component={Link} href={pathOfConnect(account, site.id)} variant="default">
                  Connect
                </Button>
              </>
            )}
            <Button component={Link} href={pathOfReport(account, { site: site.id })} variant="default">
              Report
            </Button>
          </>
        }
      />
      <Text component="p" size="sm" c="dimmed" mb="md">
        {site.name !== null && (
          <>
            <bdi>{site.name}</bdi> ·{' '}
          </>
        )}
        {group === null ? (
          'in no group'
        ) : (
          <>
            in the group{' '}
            <TextLink href={pathOfGroup(account, group)} inherit>
              <bdi>{site.group_name}</bdi>
            </TextLink>
          </>
        )}
      </Text>
    </>
  );
}

function Connect({ account, site, isShown }: { account: string; site: string; isShown: boolean }) {
  if (!isShown) return <Text size="sm">An admin can connect it.</Text>;
  return (
    <div>
      <Button component={Link} href={pathOfConnect(account, site)} size="xs" mt="xs">
        Send the first event
      </Button>
    </div>
  );
}

/** A reseller’s events are kept without end, whatever the plan says (interface.md §2 effect 7). */
function SiteFacts({ site, isUnlimited }: { site: MemberSiteDetail; isUnlimited: boolean }) {
  const { events, oldest_day: oldest, kept_until: until } = site.kept;
  return (
    <FactList
      facts={[
        ['Address', <SiteUrl key="url" url={site.site_url} />],
        ['Added', <Time key="added" value={site.created_at} as="day" focusable />],
        ['Events a day', `${formatNumber(site.events_per_day)}, on average over the last 30 days`],
        ['Kept events', formatNumber(events)],
        [
          'Oldest kept',
          oldest === null
            ? 'none'
            : `${formatUtcDay(oldest)} (UTC)${until === null ? '' : `, until ${formatUtcDay(until)} at least`}`,
        ],
        ['Events are kept', isUnlimited ? 'without end' : countOf(site.retention_days, 'day')],
        ['Site id', <Code key="id">{site.id}</Code>],
      ]}
    />
  );
}

/** A program may have written this address: it is a link only if it is http(s). */
function SiteUrl({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return <bdi>{url}</bdi>;
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" inherit underline="always">
      <bdi>{url}</bdi>
      <span aria-label="opens in a new tab" role="img">
        {' '}
        ↗
      </span>
    </Anchor>
  );
}
