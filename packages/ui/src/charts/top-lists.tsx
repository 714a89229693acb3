import type { MemberTopCodes, TopSites } from '@goal/contract';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { EmptyState } from '../state/empty-state.tsx';
import { LoneLink } from '../page/link.tsx';
import { countOf, formatNumber } from '../lib/numbers.ts';
import { DataTable } from '../table/data-table.tsx';
import { type Answer, ChartCard } from './chart-card.tsx';
import { shareOf } from './geometry.ts';
import type { Range } from './range.ts';
import { SiteLink } from './site-link.tsx';
import { formatShare } from './wording.ts';
import classes from './share-table.module.css';

/** Fits ten rows and their header. */
const heightRem = 16;

type TopSitesProps = { order?: 2 | 3; query: Answer<TopSites>; range: Range; pathOfSite: (id: string) => string };

export function TopSitesList({ order = 3, query, range, pathOfSite }: TopSitesProps) {
  return (
    <ChartCard
      title="Top sites"
      order={order}
      note={`Events accepted in the last ${range} UTC days, and shares of those of all sites.`}
      query={query}
      heightRem={heightRem}
    >
      {({ sites, total }) =>
        sites.length === 0 ? (
          <EmptyState title={`No site sent anything in these ${range} days`}>
            Choose a longer range, or open a site to see why nothing arrives.
          </EmptyState>
        ) : (
          <ShareTable
            label="Top sites, table"
            noun="Site"
            total={total}
            rows={sites.map(({ site_id: id, domain, name, events }) => ({
              key: id,
              name: <SiteLink href={pathOfSite(id)} domain={domain} name={name} />,
              events,
            }))}
          />
        )
      }
    </ChartCard>
  );
}

type TopCodesProps = {
  order?: 2 | 3;
  query: Answer<MemberTopCodes>;
  range: Range;
  /** Where the events with a code since a UTC day are read; without it codes are no links. */
  pathOfCode?: (code: number, from: string) => string;
};

export function TopCodesList({ order = 3, query, range, pathOfCode }: TopCodesProps) {
  return (
    <ChartCard title="Top codes" order={order} note={noteOf(query.data)} query={query} heightRem={heightRem}>
      {({ codes, counted, from }) =>
        codes.length === 0 ? (
          <EmptyState title={`No event codes in these ${range} days`}>Choose a longer range.</EmptyState>
        ) : (
          <ShareTable
            label="Top codes, table"
            noun="Code"
            total={counted}
            rows={codes.map(({ code, name, events }) => ({
              key: String(code),
              name: <Code code={code} name={name} href={pathOfCode?.(code, from)} />,
              events,
            }))}
          />
        )
      }
    </ChartCard>
  );
}

type CodeProps = { code: number; name: string | undefined; href: string | undefined };

function Code({ code, name, href }: CodeProps) {
  return (
    <>
      {href === undefined ? (
        code
      ) : (
        <LoneLink href={href} size="sm">
          {code}
        </LoneLink>
      )}
      {name !== undefined && (
        <Text size="xs" c="dimmed">
          {name}
        </Text>
      )}
    </>
  );
}

function noteOf(codes: MemberTopCodes | undefined): string {
  if (codes === undefined) return 'Event codes, the most frequent first.';
  const { counted, complete } = codes;
  if (complete)
    return counted === 1 ? 'Of the only event of the range.' : `Of all ${countOf(counted, 'event')} of the range.`;
  return `Of the newest ${formatNumber(counted)} events of the range.`;
}

type Props = {
  label: string;
  noun: string;
  rows: readonly { key: string; name: ReactNode; events: number }[];
  /** The number of events that makes 100 %. */
  total: number;
};

function ShareTable({ label, noun, rows, total }: Props) {
  const most = Math.max(...rows.map((row) => row.events));
  return (
    <DataTable
      label={label}
      scrolls
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { head: noun, isTitle: true, className: classes.name, cell: ({ name }) => name },
        { head: 'Events', isFigure: true, cell: ({ events }) => formatNumber(events) },
        {
          head: 'Share',
          headClass: classes.share,
          cell: ({ events }) => (
            <div className={classes.part}>
              <i aria-hidden style={{ width: `${shareOf(events, most) * 100}%` }} />
              <span>{formatShare(shareOf(events, total))}</span>
            </div>
          ),
        },
      ]}
    />
  );
}
