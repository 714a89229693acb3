import type { OperatorMembers } from '@goal/contract';
import { TableRegion } from '@goal/ui/components/table-region.tsx';
import { Time } from '@goal/ui/components/time.tsx';

import classes from '../account.module.css';
import { roleSentence } from './sentences.ts';

type Props = { invitations: OperatorMembers['invitations'] };

/** The open invitations of an account, the newest first. Nobody can see their links again. */
export function InvitationsTable({ invitations }: Props) {
  return (
    <TableRegion label="Open invitations">
      <table>
        <thead>
          <tr>
            <th scope="col">E-mail</th>
            <th scope="col">Role</th>
            <th scope="col">Invited by</th>
            <th scope="col">Open until</th>
          </tr>
        </thead>
        <tbody>
          {invitations.map((invitation) => (
            <tr key={invitation.id}>
              <th scope="row" className={classes.name}>
                <bdi>{invitation.email}</bdi>
              </th>
              <td className={classes.short}>
                <bdi>{roleSentence(invitation)}</bdi>
              </td>
              <td className={classes.short}>
                <bdi>{invitation.created_by}</bdi>
              </td>
              <td>
                <Time value={invitation.expires_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}
