import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { Link } from '@goal/ui/page/link.tsx';
import { RowButton } from '@goal/ui/table/row-button.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { useTimeStyle } from '@goal/ui/text/time-style.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { Anchor } from '@mantine/core';
import { useState } from 'react';

import { pathOfView } from '../../lib/paths.ts';
import classes from '../table.module.css';
import type { View } from './view.ts';
import { wordsOfView } from './words-of-view.ts';

type Props = {
  accountId: string;
  query: Query<{ views: readonly View[] }>;
  /** Whether the member may change what everybody sees. */
  mayShare: boolean;
  onDialog: (dialog: { name: 'change' | 'delete'; view: View }) => void;
};

/** One view in each row; its name opens it in the log. */
export function ViewsTable({ accountId, query, mayShare, onDialog }: Props) {
  const { isUtc } = useTimeStyle();
  const [nowMs] = useState(Date.now);
  const acts = (view: View) =>
    (!view.shared || mayShare) && (
      <>
        <RowButton label={`Change the view ${view.name}`} onClick={() => onDialog({ name: 'change', view })}>
          Change
        </RowButton>
        <RowButton label={`Delete the view ${view.name}`} isRed onClick={() => onDialog({ name: 'delete', view })}>
          Delete
        </RowButton>
      </>
    );
  return (
    <DataTable
      label="Views"
      query={query}
      rows={query.data?.views}
      skeletonRows={3}
      empty={
        <EmptyState title="No saved views yet">
          Choose filters and a time in the log, then «Save view». It stands here, beside the log and in the palette.
        </EmptyState>
      }
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'View',
          isTitle: true,
          className: classes.text,
          cell: (view) => (
            <Anchor component={Link} href={pathOfView(accountId, view)} inherit>
              <bdi>{view.name}</bdi>
            </Anchor>
          ),
        },
        {
          head: 'Shows',
          className: classes.text,
          cell: (view) => <WrappingText value={wordsOfView(view.query, { isUtc, nowMs })} />,
        },
        { head: 'Who sees it', cell: ({ shared }) => (shared ? 'all who read what it covers' : 'you alone') },
        {
          head: 'Made by',
          className: classes.text,
          cell: ({ created_by: by }) => (by === null ? '–' : <WrappingText value={by} />),
        },
        { head: 'Changed', cell: ({ updated_at: at }) => <Time value={at} as="ago" /> },
      ]}
      actions={acts}
    />
  );
}
