import type { AdminTokenView } from '@goal/contract';
import { LastUse } from '@goal/ui/dialog/revoke-key.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';

import { AskWhy } from '../why/ask-why.tsx';

export function RevokeToken({ token, onClose }: { token: AdminTokenView; onClose: () => void }) {
  const { prefix, name, last_used_at } = token;
  return (
    <AskWhy
      title={`Revoke the token ${bidiIsolate(name)}?`}
      action="Revoke token"
      color="red"
      procedure={useTRPC().admin.tokens.revoke.mutationOptions()}
      input={(reason) => ({ prefix, reason })}
      done={`The token ${bidiIsolate(name)} is revoked.`}
      onClose={onClose}
    >
      <Text size="sm">
        The token {prefix} stops working within a second: whoever signed in with it is signed out, and each program that
        uses it is answered 401 «invalid token». <LastUse at={last_used_at} /> It cannot be restored.
      </Text>
    </AskWhy>
  );
}
