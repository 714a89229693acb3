'use client';

import type { InspectedSiteRow } from '@goal/contract';
import { Link } from '@goal/ui/components/link.tsx';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import {
  actionsColumn,
  StackedActions,
  StackedCell,
  StackedHead,
  StackedRow,
  StackedTable,
} from '@goal/ui/components/stacked-table.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { WriteButton } from '@goal/ui/components/write-button.tsx';
import { formatAverage, formatNumber } from '@goal/ui/lib/numbers.ts';
import { SiteStatus } from '@goal/ui/site/site-status.tsx';
import { Anchor, Text } from '@mantine/core';
import { memo, useCallback, useState } from 'react';

import { Name } from './name.tsx';
import { RateDialog, RestoreSiteDialog, RevokeSiteDialog } from '../site/dialogs.tsx';
import { Tick, tickColumn, tickHeadClass } from '../several/tick.tsx';
import { useTicked } from '../several/use-ticked.ts';
import classes from './account.module.css';
import { SitesBar } from './several/sites-bar.tsx';
import { useActivateSites } from './use-activate-sites.ts';

/** In the order in which an operator needs them: a narrow window shows the first ones. */
const columns = [
  tickColumn,
  'Domain',
  'Status',
  'Last event received',
  'Name',
  'Group',
  'Active keys',
  'Events a day',
  'Rate',
  actionsColumn,
];
const headClasses = {
  [tickColumn]: tickHeadClass,
  Domain: classes.wide,
  'Last event received': classes.when,
  Name: classes.wide,
  'Active keys': classes.figure,
  'Events a day': classes.figure,
  Rate: `${classes.figure} ${classes.rateHead}`,
  [actionsColumn]: `${classes.figure} ${classes.actsHead}`,
};

type Act = 'revoke' | 'restore' | 'rate' | 'activate';
type OpenDialog = { act: Exclude<Act, 'activate'>; site: InspectedSiteRow };
type Props = {
  /** Id of the account. */
  id: string;
  /** Undefined while they are loading. */
  sites: readonly InspectedSiteRow[] | undefined;
  /** The rows answer the previous query. */
  isOld: boolean;
  /** The answer to the current query is late: the rows are dimmed. */
  isWaiting: boolean;
};

/**
 * One row per site, with the dialogs of its actions. Several can be selected and changed together.
 */
export function SitesTable({ id, sites, isOld, isWaiting }: Props) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = useCallback(() => setDialog(undefined), []);
  const { ticked, tick, clear } = useTicked((sites ?? []).map((site) => site.id));
  const { isBusy, activateIds } = useActivateSites(id, clear);
  const onAct = useCallback(
    (act: Act, site: InspectedSiteRow) => (act === 'activate' ? activateIds([site.id]) : setDialog({ act, site })),
    [activateIds],
  );
  return (
    <>
      {sites !== undefined && (
        <SitesBar sites={sites} ticked={ticked} onTick={tick} isBusy={isBusy} onActivate={activateIds} />
      )}
      <StackedTable
        label="Sites"
        columns={columns}
        headClasses={headClasses}
        className={classes.sites}
        isBusy={isOld || sites === undefined}
        isOld={isWaiting}
        isFixed
        labelWidth="9rem"
      >
        {sites === undefined ? (
          <SkeletonRows columns={columns.length} />
        ) : (
          sites.map((site) => (
            <SiteRow key={site.id} site={site} isTicked={ticked.includes(site.id)} onTick={tick} onAct={onAct} />
          ))
        )}
      </StackedTable>
      {dialog !== undefined && <SiteDialog dialog={dialog} onClose={close} />}
    </>
  );
}

function SiteDialog({ dialog: { act, site }, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  const props = { site, opened: true, onClose };
  switch (act) {
    case 'revoke':
      return <RevokeSiteDialog {...props} />;
    case 'restore':
      return <RestoreSiteDialog {...props} />;
    case 'rate':
      return <RateDialog {...props} />;
  }
}

type RowProps = {
  site: InspectedSiteRow;
  isTicked: boolean;
  onTick: (ids: readonly string[], on: boolean) => void;
  onAct: (act: Act, site: InspectedSiteRow) => void;
};

const SiteRow = memo(function SiteRow({ site, isTicked, onTick, onAct }: RowProps) {
  const { domain, status } = site;
  return (
    <StackedRow>
      <StackedCell of={tickColumn}>
        <Tick name={domain} isOn={isTicked} onChange={(on) => onTick([site.id], on)} />
      </StackedCell>
      <StackedHead className={classes.name}>
        <Anchor component={Link} href={`/sites/${site.id}`} dir="auto" size="sm">
          {domain}
        </Anchor>
      </StackedHead>
      <StackedCell of="Status" className={classes.status}>
        <SiteStatus status={status} />
      </StackedCell>
      <StackedCell of="Last event received">
        {site.last_accepted_at === null ? (
          <Text span size="sm" c="dimmed">
            never
          </Text>
        ) : (
          <Time value={site.last_accepted_at} as="ago" />
        )}
      </StackedCell>
      <StackedCell of="Name" className={classes.name}>
        <Name text={site.name} />
      </StackedCell>
      <StackedCell of="Group" className={classes.short}>
        <Name text={site.group_name} />
      </StackedCell>
      <StackedCell of="Active keys" className={classes.figure}>
        {formatNumber(site.active_token_count)}
      </StackedCell>
      <StackedCell of="Events a day" className={classes.figure}>
        {formatAverage(site.events_per_day)}
      </StackedCell>
      <StackedCell of="Rate" className={classes.figure}>
        {formatNumber(site.rate_limit_rps)}/s
      </StackedCell>
      <StackedActions>
        <Acts site={site} onAct={onAct} />
      </StackedActions>
    </StackedRow>
  );
});

function Acts({ site, onAct }: Pick<RowProps, 'site' | 'onAct'>) {
  const { domain, status } = site;
  return (
    <div className={classes.acts}>
      <WriteButton
        variant="subtle"
        size="compact-sm"
        aria-label={`Change rate of ${domain}`}
        onClick={() => onAct('rate', site)}
      >
        Rate
      </WriteButton>
      {status === 'paused' && (
        <WriteButton
          variant="subtle"
          size="compact-sm"
          aria-label={`Activate ${domain}`}
          onClick={() => onAct('activate', site)}
        >
          Activate
        </WriteButton>
      )}
      {status === 'revoked' ? (
        <WriteButton
          variant="subtle"
          size="compact-sm"
          aria-label={`Restore ${domain}`}
          onClick={() => onAct('restore', site)}
        >
          Restore
        </WriteButton>
      ) : (
        <WriteButton
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={`Revoke ${domain}`}
          onClick={() => onAct('revoke', site)}
        >
          Revoke
        </WriteButton>
      )}
    </div>
  );
}
