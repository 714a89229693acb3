import type { OperatorMembers } from '@goal/contract';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { RowButton } from '@goal/ui/table/row-button.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from '../account.module.css';
import { roleSentence } from './sentences.ts';

export type Member = OperatorMembers['members'][number];
type Props = {
  query: Query<OperatorMembers>;
  empty: ReactNode;
  refusalOf: (member: Member) => string | undefined;
  onReset: (id: string) => void;
  onRemove: (id: string) => void;
};

export function MembersTable({ query, empty, refusalOf, onReset, onRemove }: Props) {
  return (
    <DataTable
      label="Members"
      query={query}
      rows={query.data?.members}
      empty={empty}
      skeletonRows={2}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Person',
          isTitle: true,
          className: classes.name,
          cell: ({ email, name }) => (
            <>
              <bdi>{email}</bdi>
              {name !== null && (
                <Text size="xs" fw={400} c="dimmed" component="div">
                  <bdi>{name}</bdi>
                </Text>
              )}
            </>
          ),
        },
        { head: 'Role', className: classes.short, cell: (member) => <bdi>{roleSentence(member)}</bdi> },
        { head: 'Second factor', cell: (member) => (member.second_factor ? 'yes' : 'no') },
        { head: 'Joined', cell: ({ created_at: at }) => <Time value={at} as="day" /> },
        { head: 'Last here', cell: ({ seen_at: at }) => (at === null ? 'never' : <Time value={at} as="ago" />) },
      ]}
      actions={(member) => (
        <>
          <RowButton label={`Make a new way in for ${member.email}`} onClick={() => onReset(member.id)}>
            New way in
          </RowButton>
          <RowButton
            label={`Remove ${member.email}`}
            isRed
            blocked={refusalOf(member)}
            onClick={() => onRemove(member.id)}
          >
            Remove
          </RowButton>
        </>
      )}
    />
  );
}
