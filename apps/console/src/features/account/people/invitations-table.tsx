import type { OperatorMembers } from '@goal/contract';
import { Time } from '@goal/ui/text/time.tsx';
import { DataTable } from '@goal/ui/table/data-table.tsx';

import classes from '../account.module.css';
import { roleSentence } from './sentences.ts';

type Props = { invitations: OperatorMembers['invitations'] };

/** The open invitations of an account, the newest first. Nobody can see their links again. */
export function InvitationsTable({ invitations }: Props) {
  return (
    <DataTable
      label="Open invitations"
      rows={invitations}
      scrolls
      keyOf={({ id }) => id}
      columns={[
        { head: 'E-mail', isTitle: true, className: classes.name, cell: ({ email }) => <bdi>{email}</bdi> },
        { head: 'Role', className: classes.short, cell: (invitation) => <bdi>{roleSentence(invitation)}</bdi> },
        { head: 'Invited by', className: classes.short, cell: ({ created_by: by }) => <bdi>{by}</bdi> },
        { head: 'Open until', cell: ({ expires_at: at }) => <Time value={at} /> },
      ]}
    />
  );
}
