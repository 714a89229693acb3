'use client';

import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';

import type { AccountKey } from './keys-table.tsx';

/** Asks before a key is revoked. */
export function RevokeKeyDialog({ known, onClose }: { known: AccountKey; onClose: () => void }) {
  const { prefix, last_used_at: lastUse } = known;
  const queryClient = useQueryClient();
  const revoke = useVerifiedMutation(
    useTRPC().dashboard.keys.revoke.mutationOptions({
      onSuccess: () => {
        notify.success(`The key ${prefix} is revoked.`);
        void queryClient.invalidateQueries();
        onClose();
      },
    }),
    {
      verify: async (client) => {
        const { keys } = await client.dashboard.keys.list.query();
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
      onSubmit={() => revoke.mutate({ prefix })}
      onClose={onClose}
    >
      <Text size="sm">
        A program that uses it is refused at its next request. This cannot be undone.{' '}
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
