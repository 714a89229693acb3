import type { MemberSite } from '@goal/contract';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { LoneLink, TextLink } from '@goal/ui/page/link.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { formatAverage, formatNumber } from '@goal/ui/lib/numbers.ts';
import { SiteStatus } from '@goal/ui/site/site-status.tsx';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { pathOfGroup, pathOfSite } from '../../lib/paths.ts';
import tables from '../table.module.css';
import { Health } from './health.tsx';
import classes from './sites.module.css';
import type { Chosen } from './use-chosen.ts';
import type { Drag } from './use-drag.ts';

type Props = {
  query: Query<{ sites: readonly MemberSite[] }>;
  empty: ReactNode;
  mayChange: boolean;
  /** What moving needs; undefined for members who may not move sites. */
  choice?: { chosen: ReadonlyMap<string, Chosen>; choose: (sites: MemberSite[], isOn: boolean) => void } | undefined;
  /** Undefined where there is nowhere to drag a site. */
  drag?: Pick<Drag, 'begin' | 'end'> | undefined;
  /** The most active keys of a site; negative for any number. */
  keysLimit: number;
  hasGroups: boolean;
};

export function SitesTable({ query, empty, hasGroups, mayChange, choice, drag, keysLimit }: Props) {
  return (
    <DataTable
      label="Sites"
      query={query}
      rows={query.data?.sites}
      empty={empty}
      skeletonRows={8}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Site',
          isTitle: true,
          className: tables.text,
          cell: (site) => <NamedSite site={site} choice={choice} drag={drag} />,
        },
        hasGroups && {
          head: 'Group',
          className: tables.text,
          cell: ({ account_id: account, group_id: group, group_name: name }) =>
            group === null ? (
              '–'
            ) : (
              <LoneLink href={pathOfGroup(account, group)} inherit c="inherit">
                <bdi>{name}</bdi>
              </LoneLink>
            ),
        },
        { head: 'Health', className: classes.when, cell: (site) => <Health site={site} mayChange={mayChange} /> },
        { head: 'A day', className: classes.figure, cell: (site) => formatAverage(site.events_per_day) },
        {
          head: 'Keys',
          className: classes.figure,
          cell: (site) => <KeysOf site={site} limit={keysLimit} mayChange={mayChange} />,
        },
      ]}
    />
  );
}

function NamedSite({ site, choice, drag }: Pick<Props, 'choice' | 'drag'> & { site: MemberSite }) {
  const { id, account_id: account, domain } = site;
  return (
    <div className={classes.named}>
      {drag !== undefined && (
        <span
          role="presentation"
          className={classes.handle}
          title="Drag into a group"
          draggable
          onDragStart={(event) => drag.begin(event, site)}
          onDragEnd={drag.end}
        >
          ⠿
        </span>
      )}
      {choice !== undefined && (
        <input
          type="checkbox"
          className={classes.tick}
          aria-label={`Choose ${domain}`}
          checked={choice.chosen.has(id)}
          onChange={(event) => choice.choose([site], event.currentTarget.checked)}
        />
      )}
      <div>
        <LoneLink href={pathOfSite(account, id)} inherit>
          <WrappingText value={domain} />
        </LoneLink>{' '}
        {site.status !== 'active' && <SiteStatus status={site.status} />}
        {site.name !== null && (
          <Text size="sm" c="dimmed" fw={400}>
            <bdi>{site.name}</bdi>
          </Text>
        )}
      </div>
    </div>
  );
}

type KeysProps = { site: MemberSite; limit: number; mayChange: boolean };

/** «1 of 2», and where a second key was made the way to the rest of the rotation. */
function KeysOf({ site: { id, account_id: account, domain, active_token_count: count }, limit, mayChange }: KeysProps) {
  return (
    <>
      {formatNumber(count)}
      {limit >= 0 && ` of ${formatNumber(limit)}`}
      {mayChange && count > 1 && (
        <>
          {' '}
          <TextLink href={`${pathOfSite(account, id)}#keys`} inherit aria-label={`Rotate the keys of ${domain}`}>
            rotate
          </TextLink>
        </>
      )}
    </>
  );
}
