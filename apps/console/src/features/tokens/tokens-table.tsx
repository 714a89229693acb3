'use client';

import type { AdminTokenView } from '@goal/contract';
import { KeyStatus } from '@goal/ui/components/key-status.tsx';
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

import { useWhoAmI } from '../../session/who-am-i.tsx';
import classes from './tokens.module.css';

type Props = {
  /** Undefined while they are loading. */
  rows: readonly AdminTokenView[] | undefined;
  onRevoke: (prefix: string) => void;
};

const columns = ['Name', 'Scope', 'Prefix', 'Created', 'Last used', 'Status', actionsColumn];

/** One row per admin token, newest first. */
export function TokensTable({ rows, onRevoke }: Props) {
  return (
    <StackedTable label="Admin tokens" columns={columns} isBusy={rows === undefined}>
      {rows === undefined ? (
        <SkeletonRows rows={4} columns={columns.length} />
      ) : (
        rows.map((token) => <TokenRow key={token.prefix} token={token} onRevoke={onRevoke} />)
      )}
    </StackedTable>
  );
}

function TokenRow({ token, onRevoke }: { token: AdminTokenView; onRevoke: Props['onRevoke'] }) {
  const { prefix, name, scope, created_at, last_used_at, revoked_at } = token;
  const isOwn = useWhoAmI().prefix === prefix;
  return (
    <StackedRow>
      <StackedHead className={classes.name}>
        <bdi>{name}</bdi>
      </StackedHead>
      <StackedCell of="Scope">{scope}</StackedCell>
      <StackedCell of="Prefix" className={classes.prefix}>
        {prefix}
      </StackedCell>
      <StackedCell of="Created">
        <Time value={created_at} />
      </StackedCell>
      <StackedCell of="Last used">
        {last_used_at === null ? 'never' : <Time value={last_used_at} as="ago" />}
      </StackedCell>
      <StackedCell of="Status">
        <KeyStatus revokedAt={revoked_at} />
      </StackedCell>
      <StackedActions>
        {revoked_at === null && (
          <WriteButton
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Revoke the token ${name}`}
            blocked={isOwn ? 'You signed in with it' : undefined}
            onClick={() => onRevoke(prefix)}
          >
            Revoke
          </WriteButton>
        )}
      </StackedActions>
    </StackedRow>
  );
}
