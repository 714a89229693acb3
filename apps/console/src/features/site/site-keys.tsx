import type { SiteKeyView } from '@goal/contract';
import type { Answer } from '@goal/ui/charts/chart-card.tsx';
import { AccessBadge } from '@goal/ui/text/access-badge.tsx';
import { DataTable } from '@goal/ui/table/data-table.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { lastUsedColumn, madeColumn } from '@goal/ui/table/key-columns.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { RowButton } from '@goal/ui/table/row-button.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { Badge, Button, Code } from '@mantine/core';
import { useRouter } from 'next/navigation';

import { useWhoAmI } from '../../session/who-am-i.tsx';
import { ClosedApi } from '../keys/closed-api.tsx';
import classes from './site.module.css';

const RevokeSiteKey = lateDialog(() => import('./revoke-site-key.tsx').then((module) => module.RevokeSiteKey));

/** Number of keys shown until the operator asks for all: revoked keys stay in the list for ever. */
const collapsedCount = 10;

type Props = { id: string; query: Answer<{ keys: SiteKeyView[] }>; accountId: string | undefined };

/** Active and revoked keys, newest first. The key to revoke is in the URL: `?revoke=PREFIX`. */
export function SiteKeys({ id, query, accountId }: Props) {
  const [params, change] = useUrlState();
  const router = useRouter();
  const { canWrite } = useWhoAmI();
  const isAll = params.get('keys') === 'all';
  const keys = query.data?.keys;
  const active = keys?.filter((key) => key.revoked_at === null) ?? [];
  const keyToRevoke = active.find((key) => key.prefix === params.get('revoke'));
  return (
    <>
      {accountId !== undefined && keys?.length !== 0 && (
        <ClosedApi
          accountId={accountId}
          keyKind="site"
          onChangePlan={() => router.push(`/accounts/${accountId}?dialog=plan`)}
        />
      )}
      <DataTable
        label="Keys of the site"
        query={query}
        rows={isAll ? keys : keys?.slice(0, collapsedCount)}
        skeletonRows={2}
        empty={
          <EmptyState title="No key">
            The customer mints one with the account API, if the plan has it: POST /account/sites/…/tokens.
          </EmptyState>
        }
        keyOf={({ prefix }) => prefix}
        columns={[
          {
            head: 'Key',
            isTitle: true,
            className: classes.key,
            cell: ({ prefix }) => <Code>goal_live_{prefix}_…</Code>,
          },
          {
            head: 'Status',
            cell: ({ access, revoked_at: revoked }) => (
              <>
                <AccessBadge access={access} />{' '}
                <Badge variant="light" color={revoked === null ? 'teal' : 'gray'} tt="none" miw="max-content">
                  {revoked === null ? 'active' : 'revoked'}
                </Badge>{' '}
                {revoked !== null && <Time value={revoked} as="ago" />}
              </>
            ),
          },
          madeColumn('Created'),
          lastUsedColumn,
        ]}
        actions={({ prefix, revoked_at: at }) =>
          at === null && (
            <RowButton label={`Revoke key ${prefix}`} isRed onClick={() => change({ revoke: prefix })}>
              Revoke
            </RowButton>
          )
        }
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
