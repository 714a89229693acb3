import { ConfirmByTyping } from '@goal/ui/dialog/confirm-by-typing.tsx';
import { DeleteCard } from '@goal/ui/dialog/delete-card.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';

/** Deletes the person. */
export function DeleteMe({ email }: { email: string }) {
  const remove = useVerifiedMutation(useTRPC().me.delete.mutationOptions(), {
    done: '',
    onDone: () => window.location.replace('/sign-in?reason=deleted'),
    renews: false,
  });
  return (
    <DeleteCard
      action="Delete me"
      about="This deletes your memberships, ways to sign in and sessions. The accounts stay."
      dialog={(onClose) => (
        <ConfirmByTyping
          title="Delete yourself?"
          name={email}
          action="Delete me"
          mutation={remove}
          onConfirm={() => remove.mutate()}
          onClose={onClose}
        >
          <Text size="sm">This cannot be undone. The records of the accounts keep your e-mail beside your acts.</Text>
        </ConfirmByTyping>
      )}
    />
  );
}
