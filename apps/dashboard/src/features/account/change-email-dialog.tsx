'use client';

import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';

/** The answer to the first step holds what the second one needs. */
export const askedInVain = { lost: 'Ask for the code again.', renews: false };

type Step<Input, Output> = {
  data: Output | undefined;
  error: unknown;
  isPending: boolean;
  mutate: (input: Input) => void;
  reset: () => void;
};

type Props = {
  title: string;
  /** What the new e-mail is for. */
  description: string;
  ask: Step<{ email: string }, { ceremony: string }>;
  give: Step<{ ceremony: string; code: string }, unknown>;
  onClose: () => void;
};

/** Changes an e-mail in two steps: a code is mailed to the new one, and comes back. */
export function ChangeEmailDialog({ title, description, ask, give, onClose }: Props) {
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  if (ask.data === undefined) {
    const fault = ask.error === null ? undefined : failureOf(ask.error);
    const isOfEmail = fault?.status === 400 || fault?.status === 409;
    return (
      <FormDialog
        title={title}
        action="Send a code"
        isBusy={ask.isPending}
        error={isOfEmail ? undefined : ask.error}
        onSubmit={() => ask.mutate({ email })}
        onClose={onClose}
      >
        <TextInput
          type="email"
          label="New e-mail"
          description={description}
          value={email}
          onChange={(event) => {
            ask.reset();
            setEmail(event.currentTarget.value);
          }}
          error={isOfEmail ? fault.sentence : undefined}
          errorProps={{ role: 'alert' }}
          autoComplete="email"
          data-autofocus
        />
      </FormDialog>
    );
  }
  const { ceremony } = ask.data;
  return (
    <FormDialog
      title={title}
      action="Change the e-mail"
      isBusy={give.isPending}
      onSubmit={() => give.mutate({ ceremony, code })}
      onClose={onClose}
    >
      <Text size="sm">A mail with a code is on its way to {email.trim()}. The code is valid for ten minutes.</Text>
      <TextInput
        label="Code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={give.error === null ? undefined : failureOf(give.error).sentence}
        errorProps={{ role: 'alert' }}
        autoComplete="one-time-code"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field is the next step of what the person is doing
        autoFocus
      />
    </FormDialog>
  );
}
