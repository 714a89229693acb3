import { useTextFields } from '@goal/ui/field/use-text-fields.ts';
import type { MemberAccount } from '@goal/contract';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import { LinkDialog } from './link-dialog.tsx';
import { type Reach, ReachFields, useChosenGroup } from './reach-fields.tsx';
import { whatTheySee } from './what-they-see.ts';

type Props = {
  account: MemberAccount;
  /** The id of the group that is chosen at first. */
  group?: string;
  onClose: () => void;
};

export function InviteDialog({ account, group: groupId = '', onClose }: Props) {
  const [reach, setReach] = useState<Reach>({ role: 'viewer', groupId });
  const group = useChosenGroup(reach);
  const invite = useVerifiedMutation(useTRPC().dashboard.members.invite.mutationOptions({ gcTime: 0 }), {
    lost: 'The invitation is made, but nobody can see its link any more. Close this: «New link» makes another.',
  });
  const form = useTextFields({ email: '' }, invite, ({ status }) =>
    status === 400 || status === 409 ? 'email' : undefined,
  );
  const { email } = form.texts;
  if (invite.data !== undefined) return <LinkDialog email={email.trim()} made={invite.data} onClose={onClose} />;
  return (
    <FormDialog
      title="Invite"
      action="Make the invitation"
      mutation={form.mutation}
      onSubmit={() => invite.mutate({ email, role: reach.role, group_id: reach.groupId === '' ? null : reach.groupId })}
      onClose={onClose}
    >
      <TextInput type="email" label="E-mail" {...form.field('email')} data-autofocus />
      <ReachFields account={account} value={reach} onChange={setReach} />
      <Text size="sm" role="status">
        {whatTheySee(email, { role: reach.role, group })}
      </Text>
    </FormDialog>
  );
}
