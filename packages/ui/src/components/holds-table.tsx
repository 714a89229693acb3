import type { HoldView } from '@goal/contract';
import { Text } from '@mantine/core';

import { SkeletonRows } from './skeletons.tsx';
import { actionsColumn, StackedActions, StackedCell, StackedHead, StackedRow, StackedTable } from './stacked-table.tsx';
import { Time } from './time.tsx';
import { WrappingText } from './wrapping-text.tsx';
import { WriteButton } from './write-button.tsx';

type Props<Hold> = {
  /** Undefined while they are loading. */
  holds: readonly Hold[] | undefined;
  /** What a hold covers. */
  nameOf: (hold: Hold) => string;
  /** Undefined for somebody who may end none. */
  onEnd: ((id: string) => void) | undefined;
  mayEnd: (hold: Hold) => boolean;
};

const columns = ['Covers', 'Reason', 'Set by', 'Set', 'Ended', actionsColumn];

/** Legal holds, newest first. Ended ones stay, because somebody may ask why events are there. */
export function HoldsTable<Hold extends HoldView>({ holds, nameOf, onEnd, mayEnd }: Props<Hold>) {
  return (
    <StackedTable label="Legal holds" columns={columns} isBusy={holds === undefined}>
      {holds === undefined ? (
        <SkeletonRows rows={2} columns={columns.length} />
      ) : (
        holds.map((hold) => (
          <StackedRow key={hold.id}>
            <StackedHead>
              <bdi>{nameOf(hold)}</bdi>
            </StackedHead>
            <StackedCell of="Reason">{hold.reason === null ? '–' : <WrappingText value={hold.reason} />}</StackedCell>
            <StackedCell of="Set by">
              <WrappingText value={hold.by} />
            </StackedCell>
            <StackedCell of="Set">
              <Time value={hold.created_at} as="day" />
            </StackedCell>
            <StackedCell of="Ended">
              {hold.ended_at === null ? 'runs' : <Time value={hold.ended_at} as="day" />}
            </StackedCell>
            <StackedActions>
              {hold.ended_at !== null || onEnd === undefined ? null : mayEnd(hold) ? (
                <WriteButton
                  variant="subtle"
                  color="red"
                  size="compact-sm"
                  aria-label={`End the hold of ${nameOf(hold)}`}
                  onClick={() => onEnd(hold.id)}
                >
                  End
                </WriteButton>
              ) : (
                <Text size="sm" c="dimmed" component="span">
                  the provider ends it
                </Text>
              )}
            </StackedActions>
          </StackedRow>
        ))
      )}
    </StackedTable>
  );
}
