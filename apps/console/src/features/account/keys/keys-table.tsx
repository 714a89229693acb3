import type { AccountKeyView } from '@goal/contract';
import { AccessBadge } from '@goal/ui/text/access-badge.tsx';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { lastUsedColumn } from '@goal/ui/table/key-columns.tsx';
import { lastRefusedColumn } from '@goal/ui/table/refused-column.tsx';
import { KeyStatus } from '@goal/ui/text/key-status.tsx';
import { RowButton } from '@goal/ui/table/row-button.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import type { ReactNode } from 'react';

import classes from '../account.module.css';
import { Name } from '../name.tsx';

/** What account keys and group keys have in common. */
type KeyView = AccountKeyView;
type Props = {
  label: string;
  query: Query<{ keys: readonly KeyView[] }>;
  skeletonRows: number;
  empty: ReactNode;
  onRevoke: (prefix: string) => void;
};

export function KeysTable({ query, onRevoke, ...props }: Props) {
  return (
    <DataTable
      {...props}
      query={query}
      rows={query.data?.keys}
      keyOf={({ prefix }) => prefix}
      columns={[
        { head: 'Prefix', isTitle: true, className: classes.prefix, cell: ({ prefix }) => prefix },
        { head: 'Name', className: classes.name, cell: ({ name }) => <Name text={name} /> },
        { head: 'Created', cell: ({ created_at: at }) => <Time value={at} /> },
        lastUsedColumn,
        lastRefusedColumn,
        {
          head: 'Status',
          cell: ({ access, revoked_at: at }) => (
            <>
              <AccessBadge access={access} /> <KeyStatus revokedAt={at} />
            </>
          ),
        },
      ]}
      actions={({ prefix, revoked_at: at }) =>
        at === null && (
          <RowButton label={`Revoke key ${prefix}`} isRed onClick={() => onRevoke(prefix)}>
            Revoke
          </RowButton>
        )
      }
    />
  );
}
