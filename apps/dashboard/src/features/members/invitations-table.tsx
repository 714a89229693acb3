import type { MembersView, Role } from '@goal/contract';
import {
  actionsColumn,
  StackedActions,
  StackedCell,
  StackedHead,
  StackedRow,
  StackedTable,
} from '@goal/ui/components/stacked-table.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { WrappingText } from '@goal/ui/components/wrapping-text.tsx';
import { Button, Text, Title } from '@mantine/core';

import { roleWords } from '../account/role-words.ts';
import classes from '../table.module.css';

export type Invitation = MembersView['invitations'][number];

type Props = {
  invitations: readonly Invitation[];
  /** The reader's role: an owner alone changes the invitations of owners. */
  role: Role;
  onDialog: (dialog: { name: 'renew' | 'revoke'; invitation: Invitation }) => void;
};

const columns = ['E-mail', 'Role', 'Will see', 'Invited by', 'Expires', actionsColumn];

/** The invitations that nobody has accepted yet. */
export function InvitationsTable({ invitations, role, onDialog }: Props) {
  if (invitations.length === 0) return null;
  return (
    <div>
      <Title order={2} size="h4" mb="xs">
        Open invitations
      </Title>
      <StackedTable label="Open invitations" columns={columns} isBusy={false}>
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            isLocked={invitation.role === 'owner' && role !== 'owner'}
            onDialog={onDialog}
          />
        ))}
      </StackedTable>
    </div>
  );
}

type RowProps = Pick<Props, 'onDialog'> & { invitation: Invitation; isLocked: boolean };

function InvitationRow({ invitation, isLocked, onDialog }: RowProps) {
  const { email, role, group, created_by: by, expires_at: at } = invitation;
  return (
    <StackedRow>
      <StackedHead className={classes.text}>
        <WrappingText value={email} />
      </StackedHead>
      <StackedCell of="Role">{roleWords[role]}</StackedCell>
      <StackedCell of="Will see" className={classes.text}>
        {group === null ? 'the whole account' : <bdi>{group.name}</bdi>}
      </StackedCell>
      <StackedCell of="Invited by" className={classes.text}>
        <WrappingText value={by} />
      </StackedCell>
      <StackedCell of="Expires">
        <Time value={at} />
      </StackedCell>
      <StackedActions>
        {isLocked ? (
          <Text size="sm" c="dimmed" component="span">
            for owners
          </Text>
        ) : (
          <>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`New link for ${email}`}
              onClick={() => onDialog({ name: 'renew', invitation })}
            >
              New link
            </Button>
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              aria-label={`Revoke the invitation of ${email}`}
              onClick={() => onDialog({ name: 'revoke', invitation })}
            >
              Revoke
            </Button>
          </>
        )}
      </StackedActions>
    </StackedRow>
  );
}
