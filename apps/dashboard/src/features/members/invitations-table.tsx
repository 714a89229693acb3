import type { MembersView } from '@goal/contract';
import { TableRegion } from '@goal/ui/components/table-region.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { Button, Title } from '@mantine/core';

import { roleWords } from '../account/role-words.ts';
import classes from '../table.module.css';

export type Invitation = MembersView['invitations'][number];

type Props = {
  invitations: readonly Invitation[];
  onDialog: (dialog: { name: 'renew' | 'revoke'; invitation: Invitation }) => void;
};

/** The invitations that nobody has accepted yet. */
export function InvitationsTable({ invitations, onDialog }: Props) {
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby="invitations">
      <Title order={2} size="h4" id="invitations" mb="xs">
        Open invitations
      </Title>
      <TableRegion label="Open invitations">
        <table>
          <thead>
            <tr>
              <th scope="col">E-mail</th>
              <th scope="col">Role</th>
              <th scope="col">Will see</th>
              <th scope="col">Invited by</th>
              <th scope="col">Expires</th>
              <th scope="col" className={classes.end} data-figure>
                Actions
              </th>
            </tr>
          </thead>
          <tbody>
            {invitations.map((invitation) => {
              const { id, email, role, group, created_by: by, expires_at: at } = invitation;
              return (
                <tr key={id}>
                  <th scope="row" className={classes.text}>
                    {email}
                  </th>
                  <td>{roleWords[role]}</td>
                  <td className={classes.text}>{group === null ? 'the whole account' : <bdi>{group.name}</bdi>}</td>
                  <td className={classes.text}>{by}</td>
                  <td>
                    <Time value={at} />
                  </td>
                  <td className={classes.end} data-figure>
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
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableRegion>
    </section>
  );
}
