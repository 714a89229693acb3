'use client';

import type { StreamView } from '@goal/contract';
import { Card } from '@goal/ui/components/card.tsx';
import { ConfirmByTyping } from '@goal/ui/components/confirm-by-typing.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { isGone, useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';

import { pathOfStreams } from '../../lib/paths.ts';
import { refetchAfterDeletion } from '../../lib/refetch-after-deletion.ts';

/** Deletes the stream, once its name is typed. The events stay. */
export function DeleteStream({ stream: { id, name }, accountId }: { stream: StreamView; accountId: string }) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const router = useRouter();
  const leave = (): void => {
    notify.success(`${bidiIsolate(name)} is deleted.`);
    refetchAfterDeletion(queries, id);
    router.push(pathOfStreams(accountId));
  };
  const remove = useVerifiedMutation(useTRPC().dashboard.streams.delete.mutationOptions({ onSuccess: leave }), {
    verify: async (client) => {
      const isDone = await isGone(client.dashboard.streams.get.query({ id }));
      return { isDone, sentence: `${bidiIsolate(name)} is ${isDone ? 'deleted' : 'still there'}.` };
    },
    onDone: leave,
  });
  return (
    <Card title="Delete the stream">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ flex: '1 1 16rem' }}>
          Nothing is sent any more; a delivery on its way may still arrive. The events stay.
        </Text>
        <Button variant="outline" color="red" size="xs" onClick={() => setOpen(true)}>
          Delete the stream
        </Button>
      </Group>
      {isOpen && (
        <ConfirmByTyping
          title={`Delete the stream ${bidiIsolate(name)}?`}
          name={name}
          action="Delete the stream"
          onConfirm={() => remove.mutateAsync({ id })}
          onClose={() => setOpen(false)}
        >
          <Text size="sm">Its place, its last deliveries, what was set aside and its secret go with it.</Text>
        </ConfirmByTyping>
      )}
    </Card>
  );
}
