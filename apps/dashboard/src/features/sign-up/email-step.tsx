import type { WaysToSignIn } from '@goal/contract';
import { ReadyFields } from '@goal/ui/shell/ready-fields.tsx';
import { Anchor, Button, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { post, sentenceOfError } from '../../lib/post.ts';
import { freeWords } from './free-words.ts';

type Props = {
  free: WaysToSignIn['free'];
  /** A mail was sent to this e-mail. */
  onAsked: (asked: { ceremony: string; email: string }) => void;
};

/** Asks for the e-mail of the new account. */
export function EmailStep({ free, onAsked }: Props) {
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('email');
    const email = typeof typed === 'string' ? typed.trim() : '';
    setBusy(true);
    setFault(undefined);
    try {
      const { ceremony } = await post<{ ceremony: string }>('/api/entry/sign-up/ask', { email });
      onAsked({ ceremony, email });
    } catch (error) {
      setFault(sentenceOfError(error));
      setBusy(false);
    }
  };
  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate>
      <ReadyFields>
        <Text size="sm">The whole dashboard for {freeWords(free)} A code by mail begins it.</Text>
        <TextInput
          name="email"
          type="email"
          label="E-mail"
          error={fault}
          autoComplete="username"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form is the only purpose of the page
          autoFocus
          required
          withAsterisk={false}
        />
        <Button type="submit" loading={isBusy}>
          Send me a code
        </Button>
        <Text size="sm">
          You have an account?{' '}
          <Anchor href="/sign-in" underline="always" inherit>
            Sign in
          </Anchor>
        </Text>
      </ReadyFields>
    </form>
  );
}
