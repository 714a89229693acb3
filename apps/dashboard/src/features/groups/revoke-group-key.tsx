'use client';

import type { GroupKeyView, MemberGroup } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';

type Props = { group: Pick<MemberGroup, 'id'>; known: GroupKeyView; onClose: () => void };

/** Asks before a key of a group is revoked. */
export function RevokeGroupKey({ group: { id }, known: { prefix, last_used_at: lastUse }, onClose }: Props) {
  const queryClient = useQueryClient();
  const revoke = useVerifiedMutation(
    useTRPC().dashboard.groups.keys.revoke.mutationOptions({
      onSuccess: () => {
        notify.success(`The key ${prefix} is revoked.`);
        void queryClient.invalidateQueries();
        onClose();
      },
    }),
    {
      verify: async (client) => {
        const { keys } = await client.dashboard.groups.keys.list.query({ id });
        const isActive = keys.some((key) => key.prefix === prefix && key.revoked_at === null);
        return { isDone: !isActive, sentence: `The key ${prefix} is ${isActive ? 'still active' : 'revoked'} now.` };
      },
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      title={`Revoke the key ${prefix}?`}
      action="Revoke the key"
      color="red"
      isBusy={revoke.isPending}
      error={revoke.error}
      onSubmit={() => revoke.mutate({ id, prefix })}
      onClose={onClose}
    >
      <Text size="sm">
        The system that uses it is refused at its next request. This cannot be undone.{' '}
        {lastUse === null ? (
          'It was never used.'
        ) : (
          <>
            It was last used <Time value={lastUse} as="ago" />.
          </>
        )}
      </Text>
    </FormDialog>
  );
}
