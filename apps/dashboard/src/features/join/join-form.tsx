'use client';

import type { InvitationView, ResetLinkView, WaysToSignIn } from '@goal/contract';
import { Fault } from '@goal/ui/components/fault.tsx';
import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';

import { canUsePasskeys } from '../../lib/passkeys.ts';
import { post, PostError, sentenceOfError } from '../../lib/post.ts';
import { pathOfNewAccount } from './after-joining.ts';

type Props = {
  token: string;
  link: InvitationView | ResetLinkView;
  ways: WaysToSignIn | undefined;
  /** Joined: the page to open then, and whether the person has no way to sign in yet. */
  onJoined: (joined: { path: string; isOnlyWay: boolean }) => void;
};

/**
 * Joins as a new person, or goes on as one who had lost the way in: with a password, or with a
 * passkey that is made right afterwards.
 */
export function JoinForm({ token, link, ways, onJoined }: Props) {
  const [fault, setFault] = useState<{ field: 'name' | 'password' | 'form'; sentence: string }>();
  const [busy, setBusy] = useState<'password' | 'passkey'>();
  const isReset = 'reset' in link;
  const hasPasskeys = useMounted() && ways?.passkey === true && canUsePasskeys();
  const run = async (how: 'password' | 'passkey', body: object): Promise<void> => {
    setBusy(how);
    setFault(undefined);
    try {
      await post('/api/entry/join', { token, ...body });
      const path = await pathOfNewAccount(isReset ? {} : link);
      if (hasPasskeys) onJoined({ path, isOnlyWay: how === 'passkey' });
      else window.location.replace(path);
    } catch (error) {
      const field = error instanceof PostError ? fieldOf(error.error) : 'form';
      setFault({ field, sentence: sentenceOfError(error) });
      setBusy(undefined);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const isPasskey = submitter instanceof HTMLButtonElement && submitter.value === 'passkey';
    const form = new FormData(event.currentTarget);
    const name = form.get('name');
    const named = name === null ? {} : { name };
    void run(isPasskey ? 'passkey' : 'password', isPasskey ? named : { ...named, password: form.get('password') });
  };
  const faultOf = (field: string): string | undefined => (fault?.field === field ? fault.sentence : undefined);

  if (ways === undefined)
    return (
      <Alert color="red" role="alert">
        The service does not answer. Open the link again in a moment.
      </Alert>
    );
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack>
        {ways.password && (
          <>
            <JoinFields email={link.email} hasName={!isReset} faultOf={faultOf} />
            <Button type="submit" value="password" loading={busy === 'password'} disabled={busy === 'passkey'}>
              {isReset ? 'Set the password' : 'Join'}
            </Button>
          </>
        )}
        {ways.password && (hasPasskeys || ways.sso !== null) && <Divider label="or" />}
        {hasPasskeys && (
          <Button
            type="submit"
            value="passkey"
            variant="default"
            loading={busy === 'passkey'}
            disabled={busy === 'password'}
          >
            {isReset ? 'Make a passkey instead' : 'Join with a passkey instead'}
          </Button>
        )}
        {ways.sso !== null && (
          <Button component="a" variant="default" href="/api/entry/sso">
            Continue with {ways.sso.name}
          </Button>
        )}
        {fault?.field === 'form' && <Fault>{fault.sentence}</Fault>}
      </Stack>
    </form>
  );
}

type FieldsProps = { email: string; hasName: boolean; faultOf: (field: string) => string | undefined };

function JoinFields({ email, hasName, faultOf }: FieldsProps) {
  return (
    <>
      {/* For password managers: they save the password with this name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      {hasName && (
        <TextInput
          name="name"
          label="Your name"
          description="Your colleagues see it. You can leave it out."
          autoComplete="name"
          dir="auto"
          error={faultOf('name')}
          errorProps={{ role: 'alert' }}
        />
      )}
      <PasswordInput
        name="password"
        label="Password"
        description="At least 12 characters. Three or four unrelated words work well."
        autoComplete="new-password"
        error={faultOf('password')}
        errorProps={{ role: 'alert' }}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
      />
    </>
  );
}

function fieldOf(error: string | undefined): 'name' | 'password' | 'form' {
  if (error?.startsWith('password ') === true) return 'password';
  return error?.startsWith('name ') === true ? 'name' : 'form';
}
