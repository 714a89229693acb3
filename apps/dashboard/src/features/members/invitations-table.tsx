import type { MembersView, Role } from '@goal/contract';
import { DataTable } from '@goal/ui/table/data-table.tsx';
import { RowButton } from '@goal/ui/table/row-button.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { Text, Title } from '@mantine/core';

import { roleWords } from '../account/role-words.ts';
import classes from '../table.module.css';

export type Invitation = MembersView['invitations'][number];

type Props = {
  invitations: readonly Invitation[];
  /** The reader's role: an owner alone changes the invitations of owners. */
  role: Role;
  onDialog: (dialog: { name: 'renew' | 'revoke'; invitation: Invitation }) => void;
};

export function InvitationsTable({ invitations, role, onDialog }: Props) {
  if (invitations.length === 0) return null;
  const acts = (invitation: Invitation) =>
    invitation.role === 'owner' && role !== 'owner' ? (
      <Text size="sm" c="dimmed" component="span">
        for owners
      </Text>
    ) : (
      <>
        <RowButton label={`New link for ${invitation.email}`} onClick={() => onDialog({ name: 'renew', invitation })}>
          New link
        </RowButton>
        <RowButton
          label={`Revoke the invitation of ${invitation.email}`}
          isRed
          onClick={() => onDialog({ name: 'revoke', invitation })}
        >
          Revoke
        </RowButton>
      </>
    );
  return (
    <div>
      <Title order={2} size="h4" mb="xs">
        Open invitations
      </Title>
      <DataTable
        label="Open invitations"
        rows={invitations}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'E-mail',
            isTitle: true,
            className: classes.text,
            cell: ({ email }) => <WrappingText value={email} />,
          },
          { head: 'Role', cell: (invitation) => roleWords[invitation.role] },
          {
            head: 'Will see',
            className: classes.text,
            cell: ({ group }) => (group === null ? 'the whole account' : <bdi>{group.name}</bdi>),
          },
          { head: 'Invited by', className: classes.text, cell: ({ created_by: by }) => <WrappingText value={by} /> },
          { head: 'Expires', cell: ({ expires_at: at }) => <Time value={at} /> },
        ]}
        actions={acts}
      />
    </div>
  );
}
