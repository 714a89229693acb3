import type { MemberLog } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { CopyButton } from '@goal/ui/text/copy-button.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { useTRPC, useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import classes from './integrity.module.css';

/** The newest checkpoint, to be kept where the service cannot reach it. */
export function CheckpointCard({ log: { checkpoint, copied } }: { log: MemberLog }) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  // The copy is on the clipboard already, so a record that fails is no fault of it.
  const record = useCallback(() => {
    client.dashboard.log.copied.mutate().then(
      () => queryClient.invalidateQueries(trpc.dashboard.log.get.queryFilter()),
      () => undefined,
    );
  }, [client, queryClient, trpc]);
  return (
    <Card title="Newest checkpoint">
      <Text size="sm" mb="sm" maw="48rem">
        Keep it where this service cannot reach it: in a mail, a ticket, on paper. Whoever has it finds every later
        change of what it covers.
      </Text>
      <pre className={classes.checkpoint}>{checkpoint}</pre>
      <Group gap="sm" mt="sm">
        <CopyButton value={checkpoint} what="checkpoint" onCopied={record} />
        <Text size="sm" role="status">
          {copied === null ? (
            'Nobody has copied one yet.'
          ) : (
            <>
              Last copied outside: <Time value={copied.at} focusable /> by <WrappingText value={copied.who} />
              {copied.what === 'bundle' && ', with a bundle'}
            </>
          )}
        </Text>
      </Group>
    </Card>
  );
}
