'use client';

import type { InspectedSiteRow } from '@goal/contract';
import { Anchor, Text } from '@mantine/core';
import Link from 'next/link';
import { memo, useCallback, useState } from 'react';

import { formatNumber } from '../../ui/numbers.ts';
import { SkeletonRows } from '../../ui/skeletons.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { Time } from '../../ui/time.tsx';
import { WriteButton } from '../../ui/write-button.tsx';
import { Name } from './name.tsx';
import { RateDialog, RestoreSiteDialog, RevokeSiteDialog } from '../site/dialogs.tsx';
import { SiteStatus } from '../site/site-status.tsx';
import classes from './account.module.css';

type Act = 'revoke' | 'restore' | 'rate';
type Asked = { act: Act; site: InspectedSiteRow };
type Props = {
  /** Undefined: not known yet. */
  sites: readonly InspectedSiteRow[] | undefined;
  /** They answer the question before this one. */
  isOld: boolean;
  /** And have for a moment. */
  isWaiting: boolean;
};

/** A row for each site, and the dialogs of what can be done from here. */
export function SitesTable({ sites, isOld, isWaiting }: Props) {
  const [asked, setAsked] = useState<Asked>();
  const close = useCallback(() => setAsked(undefined), []);
  const ask = useCallback((act: Act, site: InspectedSiteRow) => setAsked({ act, site }), []);
  return (
    <>
      <TableRegion label="Sites">
        <table
          className={classes.sites}
          data-old={isWaiting || undefined}
          aria-busy={isOld || sites === undefined}
          data-hover
          data-fixed
        >
          <thead>
            <tr>
              <th scope="col" className={classes.wide}>
                Domain
              </th>
              <th scope="col" className={classes.wide}>
                Name
              </th>
              <th scope="col">Status</th>
              <th scope="col">Group</th>
              <th scope="col" className={classes.figure}>
                Active keys
              </th>
              <th scope="col" className={classes.when}>
                Last event received
              </th>
              <th scope="col" className={classes.figure}>
                Events a day
              </th>
              <th scope="col" className={classes.figure}>
                Rate
              </th>
              <th scope="col" className={`${classes.figure} ${classes.actsHead}`}>
                Actions
              </th>
            </tr>
          </thead>
          <tbody>
            {sites === undefined ? (
              <SkeletonRows columns={9} />
            ) : (
              sites.map((site) => <SiteRow key={site.id} site={site} onAsk={ask} />)
            )}
          </tbody>
        </table>
      </TableRegion>
      {asked !== undefined && <Question asked={asked} onClose={close} />}
    </>
  );
}

function Question({ asked: { act, site }, onClose }: { asked: Asked; onClose: () => void }) {
  const props = { site, opened: true, onClose, onDone: () => {} };
  switch (act) {
    case 'revoke':
      return <RevokeSiteDialog {...props} />;
    case 'restore':
      return <RestoreSiteDialog {...props} />;
    case 'rate':
      return <RateDialog {...props} />;
  }
}

type RowProps = { site: InspectedSiteRow; onAsk: (act: Act, site: InspectedSiteRow) => void };

const SiteRow = memo(function SiteRow({ site, onAsk }: RowProps) {
  const { domain, status } = site;
  return (
    <tr>
      <th scope="row" className={classes.name}>
        <Anchor component={Link} href={`/sites/${site.id}`} prefetch={false} dir="auto" size="sm">
          {domain}
        </Anchor>
      </th>
      <td className={classes.name}>
        <Name text={site.name} />
      </td>
      <td className={classes.status}>
        <SiteStatus status={status} />
      </td>
      <td className={classes.short}>
        <Name text={site.group_name} />
      </td>
      <td className={classes.figure}>{formatNumber(site.active_token_count)}</td>
      <td>
        {site.last_accepted_at === null ? (
          <Text span size="sm" c="dimmed">
            never
          </Text>
        ) : (
          <Time value={site.last_accepted_at} as="ago" />
        )}
      </td>
      <td className={classes.figure}>{formatNumber(site.events_per_day)}</td>
      <td className={classes.figure}>{formatNumber(site.rate_limit_rps)}/s</td>
      <td>
        <div className={classes.acts}>
          <WriteButton
            variant="subtle"
            size="compact-sm"
            aria-label={`Change rate of ${domain}`}
            onClick={() => onAsk('rate', site)}
          >
            Rate
          </WriteButton>
          {status === 'revoked' ? (
            <WriteButton
              variant="subtle"
              size="compact-sm"
              aria-label={`Restore ${domain}`}
              onClick={() => onAsk('restore', site)}
            >
              Restore
            </WriteButton>
          ) : (
            <WriteButton
              variant="subtle"
              color="red"
              size="compact-sm"
              aria-label={`Revoke ${domain}`}
              onClick={() => onAsk('revoke', site)}
            >
              Revoke
            </WriteButton>
          )}
        </div>
      </td>
    </tr>
  );
});
