'use client';

import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { Link, LoneLink } from '@goal/ui/page/link.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { RowButton } from '@goal/ui/table/row-button.tsx';
import { useTimeStyle } from '@goal/ui/text/time-style.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { useState } from 'react';

import { pathOfEvents, pathOfView } from '../../lib/paths.ts';
import { mayManage } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';
import type { View } from './view.ts';
import { wordsOfView } from './words-of-view.ts';
import classes from '../table.module.css';

const ChangeViewDialog = lateDialog(() => import('./view-dialogs.tsx').then((module) => module.ChangeViewDialog));
const DeleteViewDialog = lateDialog(() => import('./view-dialogs.tsx').then((module) => module.DeleteViewDialog));

/** The saved views that the member sees, their own and the shared ones. The log saves new ones. */
export function ViewsPage() {
  const { id: accountId } = useParams<{ id: string }>();
  const { data: account } = useAccount();
  const [dialog, setDialog] = useState<{ name: 'change' | 'delete'; view: View }>();
  const list = useQuery(useTRPC().dashboard.views.list.queryOptions());
  const mayShare = account !== undefined && mayManage(account);
  const close = (): void => setDialog(undefined);
  return (
    <>
      <PageTitle
        title="Views"
        actions={
          <Button component={Link} href={pathOfEvents(accountId)} variant="default">
            Open the log
          </Button>
        }
      />
      <ViewsTable accountId={accountId} query={list} mayShare={mayShare} onDialog={setDialog} />
      {dialog?.name === 'change' && <ChangeViewDialog view={dialog.view} mayShare={mayShare} onClose={close} />}
      {dialog?.name === 'delete' && <DeleteViewDialog view={dialog.view} onClose={close} />}
    </>
  );
}

type Props = {
  accountId: string;
  query: Query<{ views: readonly View[] }>;
  /** Whether the member may change what everybody sees. */
  mayShare: boolean;
  onDialog: (dialog: { name: 'change' | 'delete'; view: View }) => void;
};

function ViewsTable({ accountId, query, mayShare, onDialog }: Props) {
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
            <LoneLink href={pathOfView(accountId, view)} inherit>
              <bdi>{view.name}</bdi>
            </LoneLink>
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
