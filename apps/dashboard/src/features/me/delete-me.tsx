'use client';

import { Card } from '@goal/ui/components/card.tsx';
import { ConfirmByTyping } from '@goal/ui/components/confirm-by-typing.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

/** Deletes the person. */
export function DeleteMe({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  const remove = useVerifiedMutation(useTRPC().me.delete.mutationOptions(), {
    done: '',
    onDone: () => window.location.replace('/sign-in?reason=deleted'),
    renews: false,
  });
  return (
    <Card title="Delete me">
      <Group justify="space-between" gap="xs">
        <Text size="sm">This deletes your memberships, ways to sign in and sessions. The accounts stay.</Text>
        <Button variant="outline" color="red" size="xs" onClick={() => setOpen(true)}>
          Delete me
        </Button>
      </Group>
      {isOpen && (
        <ConfirmByTyping
          title="Delete yourself?"
          name={email}
          action="Delete me"
          mutation={remove}
          onConfirm={() => remove.mutate()}
          onClose={() => setOpen(false)}
        >
          <Text size="sm">This cannot be undone. The records of the accounts keep your e-mail beside your acts.</Text>
        </ConfirmByTyping>
      )}
    </Card>
  );
}
