import type { Role } from '@goal/contract';
import { Text } from '@mantine/core';

/** What entry.invitation says. */
export type InvitationView = {
  email: string;
  account_email: string;
  account_name: string | null;
  role: Role;
  group_name: string | null;
  expires_at: string;
  /** Whether the e-mail belongs to a person who signs in already. */
  has_person: boolean;
};

const rights: Readonly<Record<Role, string>> = {
  owner: 'You will be able to do everything in it, and decide who else may.',
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
