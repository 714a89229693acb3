'use client';

import { failureOf } from '@goal/ui/lib/errors.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';

/** Whether the account requires a second factor or a passkey of its members (rulings §10.24). */
export function RequiredFactor({ isRequired }: { isRequired: boolean }) {
  const queryClient = useQueryClient();
  const done = isRequired ? 'It is no longer required.' : 'It is required from now on.';
  const update = useVerifiedMutation(
    useTRPC().dashboard.account.update.mutationOptions({
      onSuccess: () => {
        notify.success(done);
        void queryClient.invalidateQueries();
      },
    }),
    {
      verify: async (client) => {
        const isDone = (await client.dashboard.me.query()).second_factor !== isRequired;
        return { isDone, sentence: isDone ? done : 'Nothing has changed.' };
      },
    },
  );
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ flex: '1 1 16rem' }}>
          {isRequired
            ? 'Members need a second factor, a passkey or single sign-on to open this account.'
            : 'Members may open this account with a password alone.'}
        </Text>
        <Button
          variant="default"
          size="xs"
          loading={update.isPending}
          onClick={() => update.mutate({ second_factor: !isRequired })}
        >
          {isRequired ? 'No longer require it' : 'Require a second factor'}
        </Button>
      </Group>
      {update.error !== null && (
        <Text size="sm" c="error" role="alert" mt="xs">
          {failureOf(update.error).sentence}
        </Text>
      )}
    </>
  );
}
