import type { InvitationView } from '@goal/contract';
import { Text } from '@mantine/core';

import { promiseOf } from '../account/role-words.ts';

/** What the invitation is for. */
export function Invitation({ invitation }: { invitation: InvitationView }) {
  const { email, role, group_name: group } = invitation;
  return (
    <Text size="sm">
      <bdi>{email}</bdi> is invited as {role === 'viewer' ? 'a viewer' : role === 'admin' ? 'an admin' : 'an owner'}
      {group !== null && (
        <>
          {' '}
          of the group <bdi>{group}</bdi>
        </>
      )}
      . {promiseOf({ role, isOfGroup: group !== null })}
    </Text>
  );
}
