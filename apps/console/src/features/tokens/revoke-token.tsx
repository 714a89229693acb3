'use client';

import type { AdminTokenView } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { LastUse } from '@goal/ui/components/revoke-key-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { type Verdict, useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { WhyField } from '../why/why-field.tsx';

/** Revokes an admin token for good. */
export function RevokeToken({ token, onClose }: { token: AdminTokenView; onClose: () => void }) {
  const { prefix, name, last_used_at } = token;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [why, setWhy] = useState('');
  const revoke = useVerifiedMutation(
    trpc.admin.tokens.revoke.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.admin.tokens.pathFilter());
        notify.success(`The token ${bidiIsolate(name)} is revoked.`);
        onClose();
      },
    }),
    {
      verify: async (client): Promise<Verdict> => {
        const { tokens } = await client.admin.tokens.list.query({ limit: 200 });
        const found = tokens.find((one) => one.prefix === prefix);
        // Then nothing is known: the page says so.
        if (found === undefined) throw new Error('the token is not among the newest');
        const isDone = found.revoked_at !== null;
        return { isDone, sentence: `The token ${bidiIsolate(name)} is ${isDone ? 'revoked' : 'still active'} now.` };
      },
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      title={`Revoke the token ${bidiIsolate(name)}?`}
      action="Revoke token"
      color="red"
      isBusy={revoke.isPending}
      error={revoke.error}
      onSubmit={() => revoke.mutate({ prefix, reason: why })}
      onClose={onClose}
    >
      <Text size="sm">
        The token {prefix} stops working within a second: whoever signed in with it is signed out, and each program that
        uses it is answered 401 «invalid token». <LastUse at={last_used_at} /> It cannot be restored.
      </Text>
      <WhyField value={why} onChange={setWhy} />
    </FormDialog>
  );
}
