import type { SilentSites } from '@goal/contract';
import { Button, Text } from '@mantine/core';

import { EmptyState } from '../state/empty-state.tsx';
import { countOf, formatNumber } from '../lib/numbers.ts';
import { useUrlState } from '../field/use-url-state.ts';
import { type Answer, ChartCard } from './chart-card.tsx';
import classes from './silent-sites.module.css';
import { SiteLink } from './site-link.tsx';

/** Number of sites shown until the reader asks for all. */
const collapsedCount = 5;

type Props = { order?: 2 | 3; query: Answer<SilentSites>; pathOfSite: (id: string) => string };

/** The latest first. `?silent=all` shows all that the API returns. */
export function SilentSitesList({ order = 3, query, pathOfSite }: Props) {
  const [params, change] = useUrlState();
  const isAll = params.get('silent') === 'all';
  return (
    <ChartCard
      title="Silent sites"
      order={order}
      note="Used to send regularly; quiet for longer than usual."
      query={query}
      heightRem={6}
    >
      {({ sites, total }) =>
        sites.length === 0 ? (
          <EmptyState title="No site has gone silent">Every site that used to send still does.</EmptyState>
        ) : (
          <>
            <ul className={classes.list}>
              {sites.slice(0, isAll ? undefined : collapsedCount).map(({ site_id: id, domain, name, sentence }) => (
                <li key={id}>
                  <div>
                    <SiteLink href={pathOfSite(id)} domain={domain} name={name} />
                  </div>
                  <Text size="sm">{sentence}</Text>
                </li>
              ))}
            </ul>
            <div className={classes.below}>
              <Text size="sm" c="dimmed">
                {describeShown(isAll ? sites.length : Math.min(collapsedCount, sites.length), total)}
              </Text>
              {sites.length > collapsedCount && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-expanded={isAll}
                  onClick={() => change({ silent: isAll ? undefined : 'all' }, 'replace')}
                >
                  {isAll ? 'Show fewer' : `Show ${formatNumber(sites.length)}`}
                </Button>
              )}
            </div>
          </>
        )
      }
    </ChartCard>
  );
}

function describeShown(shown: number, total: number): string {
  if (shown < total) return `The latest ${formatNumber(shown)} of ${formatNumber(total)} silent sites.`;
  return `${countOf(total, 'silent site')}.`;
}
