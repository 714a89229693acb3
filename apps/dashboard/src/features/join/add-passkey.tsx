'use client';

import { Fault } from '@goal/ui/components/fault.tsx';
import { EntryCard } from '@goal/ui/shell/entry-card.tsx';
import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { NoPasskeyError } from '../../lib/passkeys.ts';
import { call, sentenceOfError } from '../../lib/post.ts';
import { makeOwnPasskey } from './make-own-passkey.ts';

type Props = {
  /** The page to open afterwards. */
  path: string;
  /**
   * Whether the person has no other way to sign in yet: then a password can stand for the passkey.
   */
  isOnlyWay: boolean;
};

/** Offers a passkey after joining, once. */
export function AddPasskey({ path, isOnlyWay }: Props) {
  const [isPassword, setPassword] = useState(false);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const goOn = (): void => window.location.replace(path);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      await work();
      goOn();
    } catch (error) {
      setFault(error instanceof NoPasskeyError ? error.message : sentenceOfError(error));
      setBusy(false);
    }
  };
  const add = (): Promise<void> => run(makeOwnPasskey);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    void run(() => call('me.password.set', { password }));
  };
  if (isPassword)
    return (
      <EntryCard title="Set a password">
        <form method="post" onSubmit={submit} noValidate>
          <Stack>
            <PasswordInput
              name="password"
              label="Password"
              description="At least 12 characters. Three or four unrelated words work well."
              autoComplete="new-password"
              error={fault}
              errorProps={{ role: 'alert' }}
              visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field is the next step of what the person is doing
              autoFocus
            />
            <Button type="submit" loading={isBusy}>
              Set the password
            </Button>
          </Stack>
        </form>
      </EntryCard>
    );
  return (
    <EntryCard title={isOnlyWay ? 'Make your passkey' : 'Add a passkey?'}>
      <Text size="sm">
        {isOnlyWay
          ? 'Next time you sign in with this passkey, by your fingerprint, face or PIN.'
          : 'You are signed in. A passkey lets you sign in with your fingerprint, face or PIN, and a fake page cannot steal it.'}
      </Text>
      <Button loading={isBusy} onClick={() => void add()}>
        {isOnlyWay ? 'Make the passkey' : 'Add a passkey'}
      </Button>
      {fault !== undefined && <Fault>{fault}</Fault>}
      <Text size="sm">
        {isOnlyWay ? (
          <Anchor component="button" type="button" underline="always" onClick={() => setPassword(true)} inherit>
            Set a password instead
          </Anchor>
        ) : (
          <Anchor component="button" type="button" underline="always" onClick={goOn} inherit>
            Not now
          </Anchor>
        )}
      </Text>
    </EntryCard>
  );
}
