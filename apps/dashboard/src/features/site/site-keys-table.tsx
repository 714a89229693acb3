import type { SiteKeyView } from '@goal/contract';
import { AccessBadge } from '@goal/ui/components/access-badge.tsx';
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
import { Button, Text } from '@mantine/core';

import classes from '../table.module.css';

/** Revoked keys stay in the list for ever: the newest are shown. */
const shownKeys = 20;
const columns = ['Key', 'Made', 'Last used', actionsColumn];

type Props = {
  /** Undefined while they are loading. */
  keys: readonly SiteKeyView[] | undefined;
  /** The key that a rotation will revoke: its button is among the steps. */
  old: string | undefined;
  onRevoke: (prefix: string) => void;
};

/** The keys of a site by their prefixes, newest first. */
export function SiteKeysTable({ keys, old, onRevoke }: Props) {
  if (keys?.length === 0) return null;
  return (
    <StackedTable label="Keys of the site" columns={columns} isBusy={keys === undefined}>
      {keys === undefined ? (
        <SkeletonRows rows={2} columns={columns.length} />
      ) : (
        keys
          .slice(0, shownKeys)
          .map(({ prefix, access, created_at: made, last_used_at: used, revoked_at: revoked }) => (
            <StackedRow key={prefix}>
              <StackedHead className={classes.code}>
                {prefix} <AccessBadge access={access} />
              </StackedHead>
              <StackedCell of="Made">
                <Time value={made} as="day" />
              </StackedCell>
              <StackedCell of="Last used">{used === null ? 'never' : <Time value={used} as="ago" />}</StackedCell>
              <StackedActions>
                {revoked !== null ? (
                  <Text size="sm" c="dimmed" component="span">
                    revoked <Time value={revoked} as="day" />
                  </Text>
                ) : prefix === old ? (
                  <Text size="sm" c="dimmed" component="span">
                    the old one
                  </Text>
                ) : (
                  <Button
                    variant="subtle"
                    color="red"
                    size="compact-sm"
                    aria-label={`Revoke the key ${prefix}`}
                    onClick={() => onRevoke(prefix)}
                  >
                    Revoke
                  </Button>
                )}
              </StackedActions>
            </StackedRow>
          ))
      )}
    </StackedTable>
  );
}
