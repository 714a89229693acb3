'use client';

import type { SiteKeyView } from '@goal/contract';
import type { Answer } from '@goal/ui/charts/chart-card.tsx';
import { AccessBadge } from '@goal/ui/components/access-badge.tsx';
import { EmptyState } from '@goal/ui/components/empty-state.tsx';
import { ErrorState } from '@goal/ui/components/error-state.tsx';
import { lateDialog } from '@goal/ui/components/late-dialog.tsx';
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
import { useUrlState } from '@goal/ui/components/use-url-state.ts';
import { WriteButton } from '@goal/ui/components/write-button.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { Badge, Button, Code } from '@mantine/core';
import { useRouter } from 'next/navigation';

import { useWhoAmI } from '../../session/who-am-i.tsx';
import { ClosedApi } from '../keys/closed-api.tsx';
import classes from './site.module.css';

const RevokeSiteKey = lateDialog(() => import('./revoke-site-key.tsx').then((module) => module.RevokeSiteKey));

/** Number of keys shown until the operator asks for all: revoked keys stay in the list for ever. */
const collapsedCount = 10;

type Props = {
  id: string;
  query: Answer<{ keys: SiteKeyView[] }>;
  /** The account of the site; undefined while it is loading. */
  accountId: string | undefined;
};

/**
 * The keys of a site by their prefixes, active and revoked, newest first. The key to revoke is in
 * the URL: `?revoke=PREFIX`.
 */
export function SiteKeys({ id, query, accountId }: Props) {
  const [params, change] = useUrlState();
  const router = useRouter();
  const { canWrite } = useWhoAmI();
  const isAll = params.get('keys') === 'all';
  if (query.data === undefined && query.isError)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const keys = query.data?.keys;
  const active = keys?.filter((key) => key.revoked_at === null) ?? [];
  const keyToRevoke = active.find((key) => key.prefix === params.get('revoke'));
  if (keys?.length === 0) {
    return (
      <EmptyState title="No key">
        The customer mints one with the account API, if the plan has it: POST /account/sites/…/tokens.
      </EmptyState>
    );
  }
  return (
    <>
      {accountId !== undefined && (
        <ClosedApi
          accountId={accountId}
          keyKind="site"
          onChangePlan={() => router.push(`/accounts/${accountId}?dialog=plan`)}
        />
      )}
      <KeysTable
        keys={isAll ? keys : keys?.slice(0, collapsedCount)}
        onRevoke={(prefix) => change({ revoke: prefix })}
      />
      {keys !== undefined && keys.length > collapsedCount && (
        <Button
          mt="xs"
          variant="subtle"
          size="compact-sm"
          aria-expanded={isAll}
          onClick={() => change({ keys: isAll ? undefined : 'all' }, 'replace')}
        >
          {isAll ? 'Show fewer' : `Show all ${formatNumber(keys.length)}`}
        </Button>
      )}
      {keyToRevoke !== undefined && canWrite && (
        <RevokeSiteKey
          siteId={id}
          known={keyToRevoke}
          active={active.length}
          onClose={() => change({ revoke: undefined }, 'replace')}
        />
      )}
    </>
  );
}

type TableProps = { keys: readonly SiteKeyView[] | undefined; onRevoke: (prefix: string) => void };

const columns = ['Key', 'Status', 'Created', 'Last used', actionsColumn];

function KeysTable({ keys, onRevoke }: TableProps) {
  return (
    <StackedTable label="Keys of the site" columns={columns} isBusy={keys === undefined}>
      {keys === undefined ? (
        <SkeletonRows rows={2} columns={columns.length} />
      ) : (
        keys.map((key) => <Row key={key.prefix} siteKey={key} onRevoke={() => onRevoke(key.prefix)} />)
      )}
    </StackedTable>
  );
}

type RowProps = { siteKey: SiteKeyView; onRevoke: () => void };

function Row({ siteKey: { prefix, created_at, last_used_at, revoked_at, access }, onRevoke }: RowProps) {
  return (
    <StackedRow>
      <StackedHead className={classes.key}>
        <Code>goal_live_{prefix}_…</Code>
      </StackedHead>
      <StackedCell of="Status">
        <AccessBadge access={access} />{' '}
        {revoked_at === null ? (
          <Badge variant="light" color="teal" tt="none" miw="max-content">
            active
          </Badge>
        ) : (
          <>
            <Badge variant="light" color="gray" tt="none" miw="max-content">
              revoked
            </Badge>{' '}
            <Time value={revoked_at} as="ago" />
          </>
        )}
      </StackedCell>
      <StackedCell of="Created">
        <Time value={created_at} as="day" />
      </StackedCell>
      <StackedCell of="Last used">
        {last_used_at === null ? 'never' : <Time value={last_used_at} as="ago" />}
      </StackedCell>
      <StackedActions>
        {revoked_at === null && (
          <WriteButton
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Revoke key ${prefix}`}
            onClick={onRevoke}
          >
            Revoke
          </WriteButton>
        )}
      </StackedActions>
    </StackedRow>
  );
}
