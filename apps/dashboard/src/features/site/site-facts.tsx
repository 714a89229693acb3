import type { MemberSiteDetail } from '@goal/contract';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { formatUtcDay, Time } from '@goal/ui/text/time.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { Anchor, Code } from '@mantine/core';

/**
 * What is known of a site: its address, what it sends, what is kept. A reseller’s events are kept
 * without end, whatever the plan says (interface.md §2 effect 7).
 */
export function SiteFacts({ site, isUnlimited }: { site: MemberSiteDetail; isUnlimited: boolean }) {
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
