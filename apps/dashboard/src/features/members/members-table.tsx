import type { MembersView, Role } from '@goal/contract';
import { Link } from '@goal/ui/components/link.tsx';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
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

const columns = ['Person', 'Role'];
const columnsOfManagers = [...columns, 'Sees', 'Second factor', 'Last here', actionsColumn];

/** The members: role, reach, second factor, and when each was last here. */
export function MembersTable({ members, isManager, role, onDialog }: Props) {
  const shown = isManager ? columnsOfManagers : columns;
  return (
    <StackedTable label="Members" columns={shown} isBusy={members === undefined}>
      {members === undefined ? (
        <SkeletonRows rows={2} columns={shown.length} />
      ) : (
        members.map((member) => (
          <StackedRow key={member.id}>
            <Person member={member} />
            <StackedCell of="Role">{roleWords[member.role]}</StackedCell>
            {isManager && (
              <ManagersCells
                member={member}
                isLocked={member.role === 'owner' && role !== 'owner'}
                onDialog={onDialog}
              />
            )}
          </StackedRow>
        ))
      )}
    </StackedTable>
  );
}

function Person({ member }: { member: Member }) {
  const { name, email, current } = member;
  return (
    <StackedHead className={classes.text}>
      {name === null && email !== null ? <WrappingText value={email} /> : <bdi>{nameOfMember(member)}</bdi>}{' '}
      {current && (
        <Badge variant="light" size="sm" tt="none">
          you
        </Badge>
      )}
      {name !== null && email !== null && (
        <Text size="sm" c="dimmed" fw={400}>
          <WrappingText value={email} />
        </Text>
      )}
    </StackedHead>
  );
}

type CellsProps = Pick<Props, 'onDialog'> & { member: Member; isLocked: boolean };

/** What owners and admins see of a member, and may do. */
function ManagersCells({ member, isLocked, onDialog }: CellsProps) {
  const { group, seen_at: seenAt, second_factor: hasFactor } = member;
  return (
    <>
      <StackedCell of="Sees" className={classes.text}>
        {group === null ? 'the whole account' : <bdi>{group.name}</bdi>}
      </StackedCell>
      <StackedCell of="Second factor">{hasFactor === true ? 'yes' : 'no'}</StackedCell>
      <StackedCell of="Last here">{seenAt === null ? 'never' : <Time value={seenAt} as="ago" />}</StackedCell>
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
              aria-label={`Change ${nameOfMember(member)}`}
              onClick={() => onDialog({ name: 'change', member })}
            >
              Change
            </Button>
            {member.current ? (
              <Button component={Link} href="/me" variant="subtle" color="red" size="compact-sm">
                Leave
              </Button>
            ) : (
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                aria-label={`Remove ${nameOfMember(member)}`}
                onClick={() => onDialog({ name: 'remove', member })}
              >
                Remove
              </Button>
            )}
          </>
        )}
      </StackedActions>
    </>
  );
}
