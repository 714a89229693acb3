import type { MemberAccount } from '@goal/contract';
import { DeleteCard } from '@goal/ui/dialog/delete-card.tsx';
import { ConfirmByTyping } from '@goal/ui/dialog/confirm-by-typing.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';

import { keepNotice } from '../../lib/kept-notice.ts';
import { accountsList } from '../../lib/paths.ts';
import { nameOfAccount } from './name-of-account.ts';

/** Deletes the account once its e-mail is typed, then opens the person's list of accounts. */
export function DeleteAccount({ account }: { account: Pick<MemberAccount, 'name' | 'email'> }) {
  const { email } = account;
  const leave = (): void => {
    keepNotice(`${bidiIsolate(nameOfAccount(account))} was deleted.`);
    // A full page load, so that nothing of the account stays in memory.
    window.location.replace(accountsList.href);
  };
  const remove = useVerifiedMutation(useTRPC().dashboard.account.delete.mutationOptions(), {
    done: '',
    onDone: leave,
    renews: false,
  });
  return (
    <DeleteCard
      action="Delete the account"
      about="This deletes its sites, keys, events and memberships for good."
      dialog={(onClose) => (
        <ConfirmByTyping
          title="Delete the account?"
          name={email}
          action="Delete the account"
          mutation={remove}
          onConfirm={() => remove.mutate({ email })}
          onClose={onClose}
        >
          <Text size="sm">
            This cannot be undone. All members lose the account, its keys stop working at once, and its events can no
            longer be read. End its subscription first.
          </Text>
        </ConfirmByTyping>
      )}
    />
  );
}
