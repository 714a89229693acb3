'use client';

import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { Link } from '@goal/ui/page/link.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
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
      <ViewsTable accountId={accountId} query={list} mayShare={mayShare} onDialog={setDialog} />
      {dialog?.name === 'change' && <ChangeViewDialog view={dialog.view} mayShare={mayShare} onClose={close} />}
      {dialog?.name === 'delete' && <DeleteViewDialog view={dialog.view} onClose={close} />}
    </>
  );
}
