'use client';

import type { AdminTokenView } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { LastUse } from '@goal/ui/components/revoke-key-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useState } from 'react';

import { WhyField } from '../why/why-field.tsx';

/** Revokes an admin token for good. */
export function RevokeToken({ token, onClose }: { token: AdminTokenView; onClose: () => void }) {
  const { prefix, name, last_used_at } = token;
  const [why, setWhy] = useState('');
  const revoke = useVerifiedMutation(useTRPC().admin.tokens.revoke.mutationOptions(), {
    done: `The token ${bidiIsolate(name)} is revoked.`,
    onDone: onClose,
  });
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
