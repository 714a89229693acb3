import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { SecretDialog } from '@goal/ui/dialog/secret-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';

import type { Member } from './members-table.tsx';

type Props = { member: Member; onSecret: () => void; onClose: () => void };

/** Shows the link once, unless it was mailed (rulings §10.25). */
export function ResetPerson({ member: { person_id: personId, email }, onSecret, onClose }: Props) {
  const reset = useVerifiedMutation(
    useTRPC().admin.people.reset.mutationOptions({
      gcTime: 0,
      onSuccess: ({ mailed }) => (mailed === true ? onClose() : onSecret()),
    }),
    {
      told: ({ mailed }) => (mailed === true ? `A link was mailed to ${bidiIsolate(email)}.` : undefined),
      lost: 'The new way in is made, but nobody can see its link any more. Make another one: the earlier link is void then.',
    },
  );
  if (reset.data?.link !== undefined)
    return (
      <SecretDialog title="A new way in" what="link" secret={reset.data.link} onClose={onClose}>
        <Text size="sm" c="dimmed">
          Send it to <bdi>{email}</bdi>, and to nobody else. The link works once, for a day.
        </Text>
      </SecretDialog>
    );
  return (
    <FormDialog
      title={`Make a new way in for ${bidiIsolate(email)}?`}
      action="Make a new way in"
      color="red"
      mutation={reset}
      onSubmit={() => reset.mutate({ id: personId })}
      onClose={onClose}
    >
      <Text size="sm">
        Every session of <bdi>{email}</bdi> ends, and the password, the passkeys and the second factor are removed, in
        all accounts of this person. A link sets a new way in. The owners of these accounts are told for 30 days.
      </Text>
    </FormDialog>
  );
}
