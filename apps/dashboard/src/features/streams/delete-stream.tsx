import type { StreamView } from '@goal/contract';
import { DeleteCard } from '@goal/ui/dialog/delete-card.tsx';
import { ConfirmByTyping } from '@goal/ui/dialog/confirm-by-typing.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useRouter } from 'next/navigation';

import { pathOfStreams } from '../../lib/paths.ts';

/** Deletes the stream, once its name is typed. The events stay. */
export function DeleteStream({ stream: { id, name }, accountId }: { stream: StreamView; accountId: string }) {
  const router = useRouter();
  const remove = useVerifiedMutation(useTRPC().dashboard.streams.delete.mutationOptions(), {
    done: `${bidiIsolate(name)} is deleted.`,
    onDone: () => router.push(pathOfStreams(accountId)),
    gone: id,
  });
  return (
    <DeleteCard
      action="Delete the stream"
      about="Nothing is sent any more; a delivery on its way may still arrive. The events stay."
      dialog={(onClose) => (
        <ConfirmByTyping
          title={`Delete the stream ${bidiIsolate(name)}?`}
          name={name}
          action="Delete the stream"
          mutation={remove}
          onConfirm={() => remove.mutate({ id })}
          onClose={onClose}
        >
          <Text size="sm">Its place, its last deliveries, what was set aside and its secret go with it.</Text>
        </ConfirmByTyping>
      )}
    />
  );
}
