import type { OperatorMembers } from '@goal/contract';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { TableRegion } from '@goal/ui/components/table-region.tsx';
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

/** The members of an account: one row each, the oldest first. */
export function MembersTable({ members, refusalOf, ...acts }: Props) {
  return (
    <TableRegion label="Members">
      <table aria-busy={members === undefined}>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Role</th>
            <th scope="col">Second factor</th>
            <th scope="col">Joined</th>
            <th scope="col">Last here</th>
            <th scope="col" className={classes.figure}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {members === undefined ? (
            <SkeletonRows columns={6} rows={2} />
          ) : (
            members.map((member) => <MemberRow key={member.id} member={member} refusal={refusalOf(member)} {...acts} />)
          )}
        </tbody>
      </table>
    </TableRegion>
  );
}

type RowProps = Pick<Props, 'onReset' | 'onRemove'> & { member: Member; refusal: string | undefined };

function MemberRow({ member, refusal, onReset, onRemove }: RowProps) {
  const { id, email, name, second_factor: hasSecondFactor, created_at, seen_at } = member;
  return (
    <tr>
      <th scope="row" className={classes.name}>
        <bdi>{email}</bdi>
        {name !== null && (
          <Text size="xs" fw={400} c="dimmed" component="div">
            <bdi>{name}</bdi>
          </Text>
        )}
      </th>
      <td className={classes.short}>
        <bdi>{roleSentence(member)}</bdi>
      </td>
      <td>{hasSecondFactor ? 'yes' : 'no'}</td>
      <td>
        <Time value={created_at} as="day" />
      </td>
      <td>{seen_at === null ? 'never' : <Time value={seen_at} as="ago" />}</td>
      <td>
        <span className={classes.acts}>
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
        </span>
      </td>
    </tr>
  );
}
