import type { MembersView, Role } from '@goal/contract';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { TableRegion } from '@goal/ui/components/table-region.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { Badge, Button, Text } from '@mantine/core';

import { roleWords } from '../account/role-words.ts';
import classes from '../table.module.css';

export type Member = MembersView['members'][number];

type Props = {
  /** Undefined while they are loading. */
  members: readonly Member[] | undefined;
  /** Whether the reader sees more than names and roles, and may change members. */
  isManager: boolean;
  /** The reader's role: an owner alone changes owners. */
  role: Role;
  onDialog: (dialog: { name: 'change' | 'remove'; member: Member }) => void;
};

/** What a member is called: the name, or the e-mail where there is none. */
export const nameOfMember = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name ?? email ?? 'no name';

/** The members: role, reach, second factor, and when each was last here. */
export function MembersTable({ members, isManager, role, onDialog }: Props) {
  return (
    <TableRegion label="Members">
      <table aria-busy={members === undefined}>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Role</th>
            {isManager && (
              <>
                <th scope="col">Sees</th>
                <th scope="col">Second factor</th>
                <th scope="col">Last here</th>
                <th scope="col" className={classes.end} data-figure>
                  Actions
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {members === undefined ? (
            <SkeletonRows rows={2} columns={isManager ? 6 : 2} />
          ) : (
            members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                isManager={isManager}
                isLocked={member.role === 'owner' && role !== 'owner'}
                onDialog={onDialog}
              />
            ))
          )}
        </tbody>
      </table>
    </TableRegion>
  );
}

type RowProps = Pick<Props, 'isManager' | 'onDialog'> & { member: Member; isLocked: boolean };

function MemberRow({ member, isManager, isLocked, onDialog }: RowProps) {
  const { name, email, role, group, seen_at: seenAt, second_factor: hasFactor, current } = member;
  return (
    <tr>
      <th scope="row" className={classes.text}>
        <bdi>{nameOfMember(member)}</bdi>{' '}
        {current && (
          <Badge variant="light" size="sm" tt="none">
            you
          </Badge>
        )}
        {name !== null && email !== null && (
          <Text size="sm" c="dimmed">
            {email}
          </Text>
        )}
      </th>
      <td>{roleWords[role]}</td>
      {isManager && (
        <>
          <td className={classes.text}>{group === null ? 'the whole account' : <bdi>{group.name}</bdi>}</td>
          <td>{hasFactor === true ? 'on' : 'off'}</td>
          <td>{seenAt === null ? 'never' : <Time value={seenAt} as="ago" />}</td>
          <td className={classes.end} data-figure>
            {isLocked ? (
              <Text size="sm" c="dimmed" component="span">
                for owners
              </Text>
            ) : (
              <>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Change ${nameOfMember(member)}`}
                  onClick={() => onDialog({ name: 'change', member })}
                >
                  Change
                </Button>
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-sm"
                  aria-label={`Remove ${nameOfMember(member)}`}
                  onClick={() => onDialog({ name: 'remove', member })}
                >
                  Remove
                </Button>
              </>
            )}
          </td>
        </>
      )}
    </tr>
  );
}
