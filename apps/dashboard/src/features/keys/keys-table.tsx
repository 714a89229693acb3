import type { RouterOutputs } from '@goal/client/trpc';
import { AccessBadge } from '@goal/ui/components/access-badge.tsx';
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
import { WrappingText } from '@goal/ui/components/wrapping-text.tsx';
import { Button, Text } from '@mantine/core';

import classes from '../table.module.css';

export type AccountKey = RouterOutputs['dashboard']['keys']['list']['keys'][number];

type Props = {
  /** Undefined while they are loading. */
  keys: readonly AccountKey[] | undefined;
  onRevoke: (prefix: string) => void;
};

const columns = ['Name', 'Prefix', 'Made by', 'Made', 'Last used', 'Last refused', actionsColumn];

/** All keys, those that work first. A revoked one stays, because the record names it. */
export function KeysTable({ keys, onRevoke }: Props) {
  return (
    <StackedTable label="API keys" columns={columns} isBusy={keys === undefined}>
      {keys === undefined ? (
        <SkeletonRows rows={3} columns={columns.length} />
      ) : (
        keys
          .toSorted((a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null))
          .map((key) => <KeyRow key={key.prefix} known={key} onRevoke={() => onRevoke(key.prefix)} />)
      )}
    </StackedTable>
  );
}

function KeyRow({ known, onRevoke }: { known: AccountKey; onRevoke: () => void }) {
  const { prefix, name, created_by, created_at, last_used_at, revoked_at, access } = known;
  return (
    <StackedRow>
      <StackedHead className={classes.text}>
        {name === null ? <span className={classes.none}>no name</span> : <bdi>{name}</bdi>}{' '}
        <AccessBadge access={access} />
      </StackedHead>
      <StackedCell of="Prefix" className={classes.code}>
        {prefix}
      </StackedCell>
      <StackedCell of="Made by" className={classes.text}>
        {created_by === null ? '–' : <WrappingText value={created_by} />}
      </StackedCell>
      <StackedCell of="Made">
        <Time value={created_at} as="day" />
      </StackedCell>
      <StackedCell of="Last used">
        {last_used_at === null ? 'never' : <Time value={last_used_at} as="ago" />}
      </StackedCell>
      <StackedCell of="Last refused">
        <LastRefusal refused={known} />
      </StackedCell>
      <StackedActions>
        {revoked_at === null ? (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Revoke the key ${prefix}`}
            onClick={onRevoke}
          >
            Revoke
          </Button>
        ) : (
          <Text size="sm" c="dimmed" component="span">
            revoked <Time value={revoked_at} as="day" />
          </Text>
        )}
      </StackedActions>
    </StackedRow>
  );
}
