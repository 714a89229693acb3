import { Link } from '@goal/ui/components/link.tsx';
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
import { useTimeStyle } from '@goal/ui/components/time-style.tsx';
import { WrappingText } from '@goal/ui/components/wrapping-text.tsx';
import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';

import { pathOfView } from '../../lib/paths.ts';
import classes from '../table.module.css';
import type { View } from './view.ts';
import { wordsOfView } from './words-of-view.ts';

type Props = {
  accountId: string;
  /** Undefined while they are loading. */
  views: readonly View[] | undefined;
  /** Whether the member may change what everybody sees. */
  mayShare: boolean;
  onDialog: (dialog: { name: 'change' | 'delete'; view: View }) => void;
};

const columns = ['View', 'Shows', 'Who sees it', 'Made by', 'Changed', actionsColumn];

/** One view in each row; its name opens it in the log. */
export function ViewsTable({ accountId, views, mayShare, onDialog }: Props) {
  const { isUtc } = useTimeStyle();
  const [nowMs] = useState(Date.now);
  return (
    <StackedTable label="Views" columns={columns} isBusy={views === undefined}>
      {views === undefined ? (
        <SkeletonRows rows={3} columns={columns.length} />
      ) : (
        views.map((view) => (
          <StackedRow key={view.id}>
            <StackedHead className={classes.text}>
              <Anchor component={Link} href={pathOfView(accountId, view)} inherit>
                <bdi>{view.name}</bdi>
              </Anchor>
            </StackedHead>
            <StackedCell of="Shows" className={classes.text}>
              <WrappingText value={wordsOfView(view.query, { isUtc, nowMs })} />
            </StackedCell>
            <StackedCell of="Who sees it">{view.shared ? 'all who read what it covers' : 'you alone'}</StackedCell>
            <StackedCell of="Made by" className={classes.text}>
              {view.created_by === null ? '–' : <WrappingText value={view.created_by} />}
            </StackedCell>
            <StackedCell of="Changed">
              <Time value={view.updated_at} as="ago" />
            </StackedCell>
            <StackedActions>{(!view.shared || mayShare) && <Actions view={view} onDialog={onDialog} />}</StackedActions>
          </StackedRow>
        ))
      )}
    </StackedTable>
  );
}

function Actions({ view, onDialog }: { view: View } & Pick<Props, 'onDialog'>) {
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Change the view ${view.name}`}
        onClick={() => onDialog({ name: 'change', view })}
      >
        Change
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        aria-label={`Delete the view ${view.name}`}
        onClick={() => onDialog({ name: 'delete', view })}
      >
        Delete
      </Button>
    </>
  );
}
