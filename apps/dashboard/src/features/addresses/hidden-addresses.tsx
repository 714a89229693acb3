'use client';

import type { MemberAccount } from '@goal/contract';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';

import { isOwner } from '../account/rights.ts';

/** Whether viewers see the addresses of events; an owner decides it (rulings §11.5). */
export function HiddenAddresses({ account }: { account: Pick<MemberAccount, 'role' | 'group' | 'hide_ip'> }) {
  const queryClient = useQueryClient();
  const { hide_ip: isHidden } = account;
  const done = isHidden ? 'Viewers see addresses from now on.' : 'Viewers see no addresses from now on.';
  const update = useVerifiedMutation(
    useTRPC().dashboard.account.update.mutationOptions({
      onSuccess: () => {
        notify.success(done);
        void queryClient.invalidateQueries();
      },
    }),
    {
      verify: async (client) => {
        const isDone = (await client.dashboard.me.query()).hide_ip !== isHidden;
        return { isDone, sentence: isDone ? done : 'Nothing has changed.' };
      },
    },
  );
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ flex: '1 1 16rem' }}>
          {isHidden
            ? 'Owners and admins see addresses. Viewers and reports do not, and viewers cannot search by them.'
            : 'Every member sees the addresses of the events that they may read.'}{' '}
          {isOwner(account) ? 'API keys read them in either case.' : 'An owner can change that.'}
        </Text>
        {isOwner(account) && (
          <Button
            variant="default"
            size="xs"
            loading={update.isPending}
            onClick={() => update.mutate({ hide_ip: !isHidden })}
          >
            {isHidden ? 'Show them to viewers' : 'Hide them from viewers'}
          </Button>
        )}
      </Group>
      {update.error !== null && (
        <Text size="sm" c="error" role="alert" mt="xs">
          {failureOf(update.error).sentence}
        </Text>
      )}
    </>
  );
}
