import type { InvitationView, Role } from '@goal/contract';
import { Text } from '@mantine/core';

const rights: Readonly<Record<Role, string>> = {
  owner: 'You will be able to do everything in the account, and decide who else may.',
  admin: 'You will be able to read its events, and to change its sites, keys and members.',
  viewer: 'You will be able to read its events, and to change nothing.',
};

/** What the invitation is for. */
export function Invitation({ invitation }: { invitation: InvitationView }) {
  const { email, role, group_name: group } = invitation;
  return (
    <Text size="sm">
      <bdi>{email}</bdi> is invited as {role === 'viewer' ? 'a viewer' : role === 'admin' ? 'an admin' : 'an owner'}
      {group !== null && (
        <>
          {' '}
          of the group <bdi>{group}</bdi>, and of nothing else
        </>
      )}
      . {rights[role]}
    </Text>
  );
}
