import type { RouterOutputs } from '@goal/client/trpc';
import { AccessBadge } from '@goal/ui/text/access-badge.tsx';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { lastUsedColumn, madeColumn, RevokeInRow } from '@goal/ui/table/key-columns.tsx';
import { lastRefusedColumn } from '@goal/ui/table/refused-column.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';

import classes from '../table.module.css';

export type AccountKey = RouterOutputs['dashboard']['keys']['list']['keys'][number];

type Props = {
  query: Query<{ keys: readonly AccountKey[] }>;
  onRevoke: (prefix: string) => void;
};

/** All keys, those that work first. A revoked one stays, because the record names it. */
export function KeysTable({ query, onRevoke }: Props) {
  return (
    <DataTable
      label="API keys"
      query={query}
      rows={query.data?.keys.toSorted((a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null))}
      skeletonRows={3}
      empty={
        <EmptyState title="No key yet">
          With a key your programs read the events of this account, and manage its sites, groups and their keys.
        </EmptyState>
      }
      keyOf={({ prefix }) => prefix}
      columns={[
        {
          head: 'Name',
          isTitle: true,
          className: classes.text,
          cell: ({ name, access }) => (
            <>
              {name === null ? <span className={classes.none}>no name</span> : <bdi>{name}</bdi>}{' '}
              <AccessBadge access={access} />
            </>
          ),
        },
        { head: 'Prefix', className: classes.code, cell: ({ prefix }) => prefix },
        {
          head: 'Made by',
          className: classes.text,
          cell: ({ created_by: by }) => (by === null ? '–' : <WrappingText value={by} />),
        },
        madeColumn('Made'),
        lastUsedColumn,
        lastRefusedColumn,
      ]}
      actions={(key) => <RevokeInRow known={key} onRevoke={onRevoke} />}
    />
  );
}
