'use client';

import type { StreamView } from '@goal/contract';
import { Card } from '@goal/ui/components/card.tsx';
import { ConfirmByTyping } from '@goal/ui/components/confirm-by-typing.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, Group, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';

import { pathOfStreams } from '../../lib/paths.ts';

/** Deletes the stream, once its name is typed. The events stay. */
export function DeleteStream({ stream: { id, name }, accountId }: { stream: StreamView; accountId: string }) {
  const [isOpen, setOpen] = useState(false);
  const router = useRouter();
  const remove = useVerifiedMutation(useTRPC().dashboard.streams.delete.mutationOptions(), {
    done: `${bidiIsolate(name)} is deleted.`,
    onDone: () => router.push(pathOfStreams(accountId)),
    gone: id,
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
          mutation={remove}
          onConfirm={() => remove.mutate({ id })}
          onClose={() => setOpen(false)}
        >
          <Text size="sm">Its place, its last deliveries, what was set aside and its secret go with it.</Text>
        </ConfirmByTyping>
      )}
    </Card>
  );
}
