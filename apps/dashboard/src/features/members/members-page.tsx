'use client';

import { isUuid } from '@goal/contract';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { inviteDialog } from '../../lib/paths.ts';
import { useDialogInAddress } from '../../lib/use-dialog-in-address.ts';
import { mayManage } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';
import { InvitationsTable, type Invitation } from './invitations-table.tsx';
import { MembersTable, type Member } from './members-table.tsx';

const InviteDialog = lateDialog(() => import('./invite-dialog.tsx').then((module) => module.InviteDialog));
const RenewDialog = lateDialog(() => import('./invitation-dialogs.tsx').then((module) => module.RenewDialog));
const RevokeDialog = lateDialog(() => import('./invitation-dialogs.tsx').then((module) => module.RevokeDialog));
const ChangeDialog = lateDialog(() => import('./member-dialogs.tsx').then((module) => module.ChangeDialog));
const RemoveDialog = lateDialog(() => import('./member-dialogs.tsx').then((module) => module.RemoveDialog));

type MembersDialog =
  | { name: 'change' | 'remove'; member: Member }
  | { name: 'renew' | 'revoke'; invitation: Invitation };

/** The group of the address that the invitation begins with; empty for none. */
function invitedTo(params: URLSearchParams): string {
  const group = params.get('group');
  return isUuid(group) ? group : '';
}

export function MembersPage() {
  const { data: account } = useAccount();
  const list = useQuery(useTRPC().dashboard.members.list.queryOptions());
  const [dialog, setDialog] = useState<MembersDialog>();
  const close = (): void => setDialog(undefined);
  const inviting = useDialogInAddress(inviteDialog, ['group']);
  const [params] = useUrlState();
  const isManager = account !== undefined && mayManage(account);
  return (
    <>
      <PageTitle title="Members" actions={isManager ? <Button onClick={inviting.open}>Invite</Button> : undefined} />
      <Stack>
        <MembersTable query={list} isManager={isManager} role={account?.role ?? 'viewer'} onDialog={setDialog} />
        {isManager && (
          <InvitationsTable invitations={list.data?.invitations ?? []} role={account.role} onDialog={setDialog} />
        )}
      </Stack>
      {inviting.isOpen && isManager && (
        <InviteDialog account={account} group={invitedTo(params)} onClose={inviting.close} />
      )}
      {dialog?.name === 'renew' && <RenewDialog invitation={dialog.invitation} onClose={close} />}
      {dialog?.name === 'revoke' && <RevokeDialog invitation={dialog.invitation} onClose={close} />}
      {dialog?.name === 'change' && account !== undefined && (
        <ChangeDialog account={account} member={dialog.member} onClose={close} />
      )}
      {dialog?.name === 'remove' && <RemoveDialog member={dialog.member} onClose={close} />}
    </>
  );
}
