import type { InspectedSite } from '@goal/contract';
import { CopyButton } from '@goal/ui/text/copy-button.tsx';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { formatUtcDay, Time } from '@goal/ui/text/time.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { Anchor, Code } from '@mantine/core';

import classes from './site.module.css';

export function SiteFacts({ site }: { site: InspectedSite }) {
  const { events, oldest_day: oldest, kept_until: until } = site.kept;
  return (
    <FactList
      facts={[
        ['Address', <SiteUrl key="url" url={site.site_url} />],
        ['Group', site.group_name === null ? 'none' : <bdi>{site.group_name}</bdi>],
        ['Created', <Time key="created" value={site.created_at} focusable />],
        ['Events a day', `${formatNumber(site.events_per_day)} accepted, averaged over up to 30 days`],
        ['Kept events', formatNumber(events)],
        ['Oldest kept', oldest === null ? 'none' : `${formatUtcDay(oldest)} (UTC)${keptUntil(until)}`],
        [
          'Retention',
          until === null && events > 0
            ? 'events are never deleted for their age (reseller)'
            : countOf(site.retention_days, 'day'),
        ],
        [
          'Read rate',
          `${formatNumber(site.rate_limit_rps)} a second, bursts of ${formatNumber(site.rate_limit_rps * 3)}`,
        ],
        [
          'Site id',
          <span key="id" className={classes.id}>
            <Code>{site.id}</Code> <CopyButton value={site.id} what="site id" />
          </span>,
        ],
      ]}
    />
  );
}

const keptUntil = (until: string | null): string => (until === null ? '' : `, until ${formatUtcDay(until)} at least`);

/** A customer wrote the address: only http(s) is a link, which sends no referrer. */
function SiteUrl({ url }: { url: string }) {
  const text = <bdi className={classes.sentence}>{url}</bdi>;
  if (!/^https?:\/\//i.test(url)) return text;
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" size="sm">
      {text}
      <span aria-label="opens in a new tab" role="img">
        {' '}
        ↗
      </span>
    </Anchor>
  );
}
