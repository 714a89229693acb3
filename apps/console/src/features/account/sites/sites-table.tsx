import type { InspectedSiteRow } from '@goal/contract';
import { type Column, DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { LoneLink } from '@goal/ui/page/link.tsx';
import { RowButton } from '@goal/ui/table/row-button.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { formatAverage, formatNumber } from '@goal/ui/lib/numbers.ts';
import { SiteStatus } from '@goal/ui/site/site-status.tsx';
import { Text } from '@mantine/core';
import { memo, useCallback, useState } from 'react';

import { Name } from '../name.tsx';
import { RateDialog, RestoreSiteDialog, RevokeSiteDialog } from '../../site/dialogs.tsx';
import { Tick, tickColumn, tickHeadClass } from '../../several/tick.tsx';
import { useTicked } from '../../several/use-ticked.ts';
import classes from '../account.module.css';
import { SitesBar } from '../several/sites-bar.tsx';
import { useActivateSites } from './use-activate-sites.ts';

type Act = 'revoke' | 'restore' | 'rate' | 'activate';
type OpenDialog = { act: Exclude<Act, 'activate'>; site: InspectedSiteRow };
type Props = { id: string; query: Query; sites: readonly InspectedSiteRow[] | undefined };

export function SitesTable({ id, query, sites }: Props) {
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
      <DataTable
        label="Sites"
        query={query}
        rows={sites}
        className={classes.sites}
        isFixed
        labelWidth="9rem"
        keyOf={(site) => site.id}
        columns={[
          {
            head: tickColumn,
            headClass: tickHeadClass,
            cell: (site) => (
              <Tick name={site.domain} isOn={ticked.includes(site.id)} onChange={(on) => tick([site.id], on)} />
            ),
          },
          ...columns,
        ]}
        actions={(site) => <Acts site={site} onAct={onAct} />}
        actionsClass={`${classes.figure} ${classes.actsHead}`}
      />
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

/** In the order in which an operator needs them: a narrow window shows the first ones. */
const columns: readonly Column<InspectedSiteRow>[] = [
  {
    head: 'Domain',
    isTitle: true,
    headClass: classes.wide,
    className: classes.name,
    cell: ({ id, domain }) => (
      <LoneLink href={`/sites/${id}`} dir="auto" size="sm">
        {domain}
      </LoneLink>
    ),
  },
  { head: 'Status', className: classes.status, cell: ({ status }) => <SiteStatus status={status} /> },
  {
    head: 'Last event received',
    headClass: classes.when,
    cell: ({ last_accepted_at: at }) =>
      at === null ? (
        <Text span size="sm" c="dimmed">
          never
        </Text>
      ) : (
        <Time value={at} as="ago" />
      ),
  },
  { head: 'Name', headClass: classes.wide, className: classes.name, cell: ({ name }) => <Name text={name} /> },
  { head: 'Group', className: classes.short, cell: ({ group_name: name }) => <Name text={name} /> },
  figure('Active keys', (site) => formatNumber(site.active_token_count)),
  figure('Events a day', (site) => formatAverage(site.events_per_day)),
  {
    ...figure('Rate', (site) => `${formatNumber(site.rate_limit_rps)}/s`),
    headClass: `${classes.figure} ${classes.rateHead}`,
  },
];

function figure(head: string, cell: (site: InspectedSiteRow) => string): Column<InspectedSiteRow> {
  return { head, cell, headClass: classes.figure, className: classes.figure };
}

type ActsProps = { site: InspectedSiteRow; onAct: (act: Act, site: InspectedSiteRow) => void };

const Acts = memo(function Acts({ site, onAct }: ActsProps) {
  const { domain, status } = site;
  return (
    <div className={classes.acts}>
      <RowButton label={`Change rate of ${domain}`} onClick={() => onAct('rate', site)}>
        Rate
      </RowButton>
      {status === 'paused' && (
        <RowButton label={`Activate ${domain}`} onClick={() => onAct('activate', site)}>
          Activate
        </RowButton>
      )}
      {status === 'revoked' ? (
        <RowButton label={`Restore ${domain}`} onClick={() => onAct('restore', site)}>
          Restore
        </RowButton>
      ) : (
        <RowButton label={`Revoke ${domain}`} isRed onClick={() => onAct('revoke', site)}>
          Revoke
        </RowButton>
      )}
    </div>
  );
});
