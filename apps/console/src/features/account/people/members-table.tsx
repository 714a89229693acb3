import type { OperatorMembers } from '@goal/contract';
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
import { WriteButton } from '@goal/ui/components/write-button.tsx';
import { Text } from '@mantine/core';

import classes from '../account.module.css';
import { roleSentence } from './sentences.ts';

export type Member = OperatorMembers['members'][number];
type Props = {
  /** Undefined while they are loading. */
  members: readonly Member[] | undefined;
  /** Why a member cannot be removed. */
  refusalOf: (member: Member) => string | undefined;
  onReset: (id: string) => void;
  onRemove: (id: string) => void;
};

const columns = ['Person', 'Role', 'Second factor', 'Joined', 'Last here', actionsColumn];

/** The members of an account: one row each, the oldest first. */
export function MembersTable({ members, refusalOf, ...acts }: Props) {
  return (
    <StackedTable label="Members" columns={columns} isBusy={members === undefined}>
      {members === undefined ? (
        <SkeletonRows columns={columns.length} rows={2} />
      ) : (
        members.map((member) => <MemberRow key={member.id} member={member} refusal={refusalOf(member)} {...acts} />)
      )}
    </StackedTable>
  );
}

type RowProps = Pick<Props, 'onReset' | 'onRemove'> & { member: Member; refusal: string | undefined };

function MemberRow({ member, refusal, onReset, onRemove }: RowProps) {
  const { id, email, name, second_factor: hasSecondFactor, created_at, seen_at } = member;
  return (
    <StackedRow>
      <StackedHead className={classes.name}>
        <bdi>{email}</bdi>
        {name !== null && (
          <Text size="xs" fw={400} c="dimmed" component="div">
            <bdi>{name}</bdi>
          </Text>
        )}
      </StackedHead>
      <StackedCell of="Role" className={classes.short}>
        <bdi>{roleSentence(member)}</bdi>
      </StackedCell>
      <StackedCell of="Second factor">{hasSecondFactor ? 'yes' : 'no'}</StackedCell>
      <StackedCell of="Joined">
        <Time value={created_at} as="day" />
      </StackedCell>
      <StackedCell of="Last here">{seen_at === null ? 'never' : <Time value={seen_at} as="ago" />}</StackedCell>
      <StackedActions>
        <WriteButton
          variant="subtle"
          size="compact-sm"
          aria-label={`Make a new way in for ${email}`}
          onClick={() => onReset(id)}
        >
          New way in
        </WriteButton>
        <WriteButton
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={`Remove ${email}`}
          blocked={refusal}
          onClick={() => onRemove(id)}
        >
          Remove
        </WriteButton>
      </StackedActions>
    </StackedRow>
  );
}
