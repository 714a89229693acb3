import type { MembersView, Role } from '@goal/contract';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { Link } from '@goal/ui/page/link.tsx';
import { RowButton } from '@goal/ui/table/row-button.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { Badge, Button, Text } from '@mantine/core';

import { roleWords } from '../account/role-words.ts';
import classes from '../table.module.css';

export type Member = MembersView['members'][number];

type Props = {
  query: Query<MembersView>;
  /** Whether the reader sees more than names and roles, and may change members. */
  isManager: boolean;
  /** The reader's role: an owner alone changes owners. */
  role: Role;
  onDialog: (dialog: { name: 'change' | 'remove'; member: Member }) => void;
};

/** What a member is called: the name, or the e-mail where there is none. */
export const nameOfMember = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name ?? email ?? 'no name';

export function MembersTable({ query, isManager, role, onDialog }: Props) {
  return (
    <DataTable
      label="Members"
      query={query}
      rows={query.data?.members}
      skeletonRows={2}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Person', isTitle: true, className: classes.text, cell: (member) => <Person member={member} /> },
        { head: 'Role', cell: (member) => roleWords[member.role] },
        isManager && {
          head: 'Sees',
          className: classes.text,
          cell: ({ group }) => (group === null ? 'the whole account' : <bdi>{group.name}</bdi>),
        },
        isManager && { head: 'Second factor', cell: (member) => (member.second_factor === true ? 'yes' : 'no') },
        isManager && {
          head: 'Last here',
          cell: ({ seen_at: at }) => (at === null ? 'never' : <Time value={at} as="ago" />),
        },
      ]}
      actions={
        isManager &&
        ((member) =>
          member.role === 'owner' && role !== 'owner' ? (
            <Text size="sm" c="dimmed" component="span">
              for owners
            </Text>
          ) : (
            <Acts member={member} onDialog={onDialog} />
          ))
      }
    />
  );
}

function Person({ member }: { member: Member }) {
  const { name, email, current } = member;
  return (
    <>
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
    </>
  );
}

function Acts({ member, onDialog }: Pick<Props, 'onDialog'> & { member: Member }) {
  const name = nameOfMember(member);
  return (
    <>
      <RowButton label={`Change ${name}`} onClick={() => onDialog({ name: 'change', member })}>
        Change
      </RowButton>
      {member.current ? (
        <Button component={Link} href="/me" variant="subtle" color="red" size="compact-sm">
          Leave
        </Button>
      ) : (
        <RowButton label={`Remove ${name}`} isRed onClick={() => onDialog({ name: 'remove', member })}>
          Remove
        </RowButton>
      )}
    </>
  );
}
