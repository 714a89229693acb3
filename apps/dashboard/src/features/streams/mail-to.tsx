import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { useAccount } from '../account/use-account.ts';
import { nameOfMember } from '../members/members-table.tsx';

type Props = { to: readonly string[]; group: string; onChange: (to: readonly string[]) => void };

/** The members who get mail: those who may read all that the filter finds. */
export function MailTo({ to, group, onChange }: Props) {
  const { data: account } = useAccount();
  const { dashboard, me } = useTRPC();
  const { data } = useQuery(dashboard.members.list.queryOptions());
  const { data: person } = useQuery(me.get.queryOptions());
  const readers = data?.members.filter((one) => one.group === null || one.group.id === group) ?? [];
  return (
    <fieldset style={{ padding: 0, border: 0, margin: 0 }}>
      <Text component="legend" size="sm" fw={600}>
        Mail to
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {`Members who may read all that it finds, and who have proven their e-mail. If you choose nobody, it goes to ${account?.email ?? 'the address of the account'}.`}
      </Text>
      {person?.email_proven_at === null && (
        <Text size="sm" mb="xs">
          Your own e-mail is not proven: sign in once with a code by mail, and alerts reach you.
        </Text>
      )}
      <Stack gap="xs">
        {readers.map((member) => (
          <Text key={member.id} component="label" size="sm" style={{ overflowWrap: 'anywhere' }}>
            <input
              type="checkbox"
              checked={to.includes(member.id)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...to, member.id] : to.filter((id) => id !== member.id))
              }
            />{' '}
            <bdi>{nameOfMember(member)}</bdi>
            {member.current && ' (you)'}
          </Text>
        ))}
      </Stack>
    </fieldset>
  );
}
