import type { AccountKeyView } from '@goal/contract';
import { AccessBadge } from '@goal/ui/components/access-badge.tsx';
import { KeyStatus } from '@goal/ui/components/key-status.tsx';
import { LastRefusal } from '@goal/ui/components/last-refusal.tsx';
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

import classes from './account.module.css';
import { Name } from './name.tsx';

/** What account keys and group keys have in common. */
type KeyView = AccountKeyView;
type Props = {
  /** What the table shows, for screen readers: «Account keys». */
  label: string;
  /** Undefined while they are loading. */
  keys: readonly KeyView[] | undefined;
  skeletonRows: number;
  onRevoke: (prefix: string) => void;
};

const columns = ['Prefix', 'Name', 'Created', 'Last used', 'Last refused', 'Status', actionsColumn];

/** The keys of an account or a group: one row per key, with a button that revokes it. */
export function KeysTable({ label, keys, skeletonRows, onRevoke }: Props) {
  return (
    <StackedTable label={label} columns={columns} isBusy={keys === undefined}>
      {keys === undefined ? (
        <SkeletonRows columns={columns.length} rows={skeletonRows} />
      ) : (
        keys.map((key) => <KeyRow key={key.prefix} known={key} onRevoke={() => onRevoke(key.prefix)} />)
      )}
    </StackedTable>
  );
}

function KeyRow({ known, onRevoke }: { known: KeyView; onRevoke: () => void }) {
  const { prefix, name, created_at, last_used_at, revoked_at, access } = known;
  return (
    <StackedRow>
      <StackedHead className={classes.prefix}>{prefix}</StackedHead>
      <StackedCell of="Name" className={classes.name}>
        <Name text={name} />
      </StackedCell>
      <StackedCell of="Created">
        <Time value={created_at} />
      </StackedCell>
      <StackedCell of="Last used">
        {last_used_at === null ? 'never' : <Time value={last_used_at} as="ago" />}
      </StackedCell>
      <StackedCell of="Last refused">
        <LastRefusal refused={known} />
      </StackedCell>
      <StackedCell of="Status">
        <AccessBadge access={access} /> <KeyStatus revokedAt={revoked_at} />
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
