'use client';

import { EmptyState } from '@goal/ui/components/empty-state.tsx';
import { ErrorState } from '@goal/ui/components/error-state.tsx';
import { lateDialog } from '@goal/ui/components/late-dialog.tsx';
import { Link } from '@goal/ui/components/link.tsx';
import { PageTitle } from '@goal/ui/components/page-title.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { pathOfEvents } from '../../lib/paths.ts';
import { mayManage } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';
import type { View } from './view.ts';
import { ViewsTable } from './views-table.tsx';

const ChangeViewDialog = lateDialog(() => import('./view-dialogs.tsx').then((module) => module.ChangeViewDialog));
const DeleteViewDialog = lateDialog(() => import('./view-dialogs.tsx').then((module) => module.DeleteViewDialog));

/** The saved views that the member sees, their own and the shared ones. The log saves new ones. */
export function ViewsPage({ accountId }: { accountId: string }) {
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
      {list.error !== null && list.data === undefined ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data?.views.length === 0 ? (
        <EmptyState title="No saved views yet">
          Choose filters and a time in the log, then «Save view». It stands here, beside the log and in the palette.
        </EmptyState>
      ) : (
        <ViewsTable accountId={accountId} views={list.data?.views} mayShare={mayShare} onDialog={setDialog} />
      )}
      {dialog?.name === 'change' && <ChangeViewDialog view={dialog.view} mayShare={mayShare} onClose={close} />}
      {dialog?.name === 'delete' && <DeleteViewDialog view={dialog.view} onClose={close} />}
    </>
  );
}
