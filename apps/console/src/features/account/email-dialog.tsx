import { useTextFields } from '@goal/ui/field/use-text-fields.ts';
import { parseEmail } from '@goal/contract';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { TextInput } from '@mantine/core';

import type { AccountDialogProps } from './dialog-props.ts';
import { emailSentence, nameSentence } from './sentences.ts';

type Sent = { email?: string | undefined; name?: string | null | undefined };

/** Sends only what differs, so that a change by somebody else stays (rulings §8, §10.23). */
export function EmailDialog({ account, onClose }: AccountDialogProps) {
  const update = useUpdate(onClose);
  const form = useTextFields({ email: account.email, name: account.name ?? '' }, update, ({ message }) =>
    message === 'name too long' ? 'name' : 'email',
  );
  const { email, name } = form.texts;
  const sent: Sent = {
    ...(email === account.email ? {} : { email }),
    ...(name.trim() === (account.name ?? '') ? {} : { name }),
  };
  return (
    <FormDialog
      title={`Change the e-mail or name of ${bidiIsolate(account.email)}`}
      action="Save"
      mutation={form.mutation}
      blocked={Object.keys(sent).length === 0 ? 'Change the e-mail or the name first' : undefined}
      onSubmit={() => update.mutate({ id: account.id, ...sent })}
      onClose={onClose}
    >
      <TextInput
        label="E-mail"
        description="Bills and fair-use e-mails go here."
        type="email"
        {...form.field('email')}
        spellCheck={false}
        data-autofocus
      />
      <TextInput label="Name" description="What people see in place of the e-mail (optional)" {...form.field('name')} />
    </FormDialog>
  );
}

function useUpdate(onDone: () => void) {
  return useVerifiedMutation(useTRPC().admin.accounts.update.mutationOptions(), {
    done: sentenceOf,
    onDone,
  });
}

/** What stands now, for each field that was sent. */
const sentenceOf = ({ email, name }: Sent): string =>
  [
    ...(email === undefined ? [] : [emailSentence(parseEmail(email) ?? email)]),
    ...(name === undefined ? [] : [nameSentence(name?.trim() || null)]),
  ].join(' ');
