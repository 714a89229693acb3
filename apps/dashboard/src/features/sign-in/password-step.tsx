import type { WaysToSignIn } from '@goal/contract';
import { ReadyFields } from '@goal/ui/shell/ready-fields.tsx';
import { Anchor, Button, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef } from 'react';

import { PasswordField } from '../../lib/password-field.tsx';
import { post, PostError, ToldError } from '../../lib/post.ts';
import { useAttempt } from '../../lib/use-attempt.ts';

type Props = {
  ways: WaysToSignIn;
  onDone: () => void;
  onSecondStep: (ceremony: string) => void;
  onCode: (code: { ceremony: string; email: string }) => void;
};

export function PasswordStep({ ways, onDone, onSecondStep, onCode }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { attempt, busyWay: busy, failed, fault } = useAttempt<'password' | 'code'>();
  const { error } = failed ?? {};
  const isOfEmail = failed?.way === 'code' || (error instanceof PostError && error.error === 'invalid email');

  const typed = (field: 'email' | 'password'): string =>
    form.current?.querySelector<HTMLInputElement>(`input[name=${field}]`)?.value ?? '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void attempt(async () => {
      type Step = { next?: 'second_factor'; ceremony?: string };
      const step = await post<Step>('/api/entry/password', { email: typed('email'), password: typed('password') });
      if (step.ceremony === undefined) onDone();
      else onSecondStep(step.ceremony);
    }, 'password');
  };
  const mailCode = async (): Promise<void> => {
    const email = typed('email').trim();
    if (email === '') throw new ToldError('Enter your e-mail first.');
    const { ceremony } = await post<{ ceremony: string }>('/api/entry/code/ask', { email });
    onCode({ ceremony, email });
  };

  return (
    <form ref={form} method="post" onSubmit={submit} noValidate>
      <ReadyFields>
        <TextInput
          name="email"
          type="email"
          label="E-mail"
          error={isOfEmail && fault}
          autoComplete="username webauthn"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form is the only purpose of the page
          autoFocus
          required
          withAsterisk={false}
        />
        <PasswordField error={!isOfEmail && fault} autoComplete="current-password" required withAsterisk={false} />
        <Button type="submit" loading={busy === 'password'} disabled={busy === 'code'}>
          Sign in
        </Button>
        <Text size="sm" c="dimmed">
          Forgot it?{' '}
          {ways.code ? (
            <Anchor
              component="button"
              type="button"
              underline="always"
              onClick={() => void attempt(mailCode, 'code')}
              disabled={busy !== undefined}
              inherit
            >
              {busy === 'code' ? 'Sending a code …' : 'Send me a code by mail'}
            </Anchor>
          ) : (
            'Ask the operator of this service for a link.'
          )}
        </Text>
      </ReadyFields>
    </form>
  );
}
