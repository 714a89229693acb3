import type { MemberSite } from '@goal/contract';
import { Link } from '@goal/ui/components/link.tsx';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { StackedCell, StackedHead, StackedRow, StackedTable } from '@goal/ui/components/stacked-table.tsx';
import { WrappingText } from '@goal/ui/components/wrapping-text.tsx';
import { formatAverage, formatNumber } from '@goal/ui/lib/numbers.ts';
import { SiteStatus } from '@goal/ui/site/site-status.tsx';
import { Anchor, Text } from '@mantine/core';

import { pathOfGroup, pathOfSite } from '../../lib/paths.ts';
import tables from '../table.module.css';
import { Health } from './health.tsx';
import classes from './sites.module.css';
import type { Chosen } from './use-chosen.ts';
import type { Drag } from './use-drag.ts';

type Props = {
  /** Undefined while they are loading. */
  sites: readonly MemberSite[] | undefined;
  /** The rows answer the previous query. */
  isOld: boolean;
  mayChange: boolean;
  /** What moving needs; undefined for members who may not move sites. */
  choice: { chosen: ReadonlyMap<string, Chosen>; choose: (sites: MemberSite[], isOn: boolean) => void } | undefined;
  /** Undefined where there is nowhere to drag a site. */
  drag?: Pick<Drag, 'begin' | 'end'> | undefined;
  /** The most active keys of a site; negative for any number. */
  keysLimit: number;
  /** Whether the group of a site is shown. */
  hasGroups: boolean;
};

/** One site in each row: its health, its traffic, its keys. */
export function SitesTable({ sites, isOld, hasGroups, ...props }: Props) {
  const columns = ['Site', ...(hasGroups ? ['Group'] : []), 'Health', 'A day', 'Keys'];
  return (
    <StackedTable label="Sites" columns={columns} isBusy={sites === undefined} isOld={isOld}>
      {sites === undefined ? (
        <SkeletonRows rows={8} columns={columns.length} />
      ) : (
        sites.map((site) => <SiteRow key={site.id} site={site} hasGroups={hasGroups} {...props} />)
      )}
    </StackedTable>
  );
}

type RowProps = Pick<Props, 'mayChange' | 'choice' | 'drag' | 'hasGroups' | 'keysLimit'> & { site: MemberSite };

function SiteRow({ site, mayChange, choice, drag, hasGroups, keysLimit }: RowProps) {
  const { id, account_id: account, domain, group_id: group } = site;
  return (
    <StackedRow>
      <StackedHead className={tables.text}>
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
            <Anchor component={Link} href={pathOfSite(account, id)} inherit>
              <WrappingText value={domain} />
            </Anchor>{' '}
            {site.status !== 'active' && <SiteStatus status={site.status} />}
            {site.name !== null && (
              <Text size="sm" c="dimmed" fw={400}>
                <bdi>{site.name}</bdi>
              </Text>
            )}
          </div>
        </div>
      </StackedHead>
      {hasGroups && (
        <StackedCell of="Group" className={tables.text}>
          {group === null ? (
            '–'
          ) : (
            <Anchor component={Link} href={pathOfGroup(account, group)} inherit c="inherit">
              <bdi>{site.group_name}</bdi>
            </Anchor>
          )}
        </StackedCell>
      )}
      <StackedCell of="Health" className={classes.when}>
        <Health site={site} mayChange={mayChange} />
      </StackedCell>
      <StackedCell of="A day" className={classes.figure}>
        {formatAverage(site.events_per_day)}
      </StackedCell>
      <StackedCell of="Keys" className={classes.figure}>
        <KeysOf site={site} limit={keysLimit} mayChange={mayChange} />
      </StackedCell>
    </StackedRow>
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
          <Anchor
            component={Link}
            href={`${pathOfSite(account, id)}#keys`}
            inherit
            underline="always"
            aria-label={`Rotate the keys of ${domain}`}
          >
            rotate
          </Anchor>
        </>
      )}
    </>
  );
}
