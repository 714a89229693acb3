import type { InvitationView, ResetLinkView, WaysToSignIn } from '@goal/contract';
import { Fault } from '@goal/ui/state/fault.tsx';
import { Alert, Button, Divider, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';

import { NewPasswordField } from '../../lib/password-field.tsx';
import { post, PostError } from '../../lib/post.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { usePasskeys } from '../../lib/use-passkeys.ts';
import { UnprovenNote } from '../me/unproven-note.tsx';
import { pathOfNewAccount } from './after-joining.ts';
import { makeFirstPasskey } from './make-own-passkey.ts';

type Props = {
  token: string;
  link: InvitationView | ResetLinkView;
  ways: WaysToSignIn | undefined;
  /** Joined with a password, on a device that makes passkeys: the page to open then. */
  onJoined: (joined: { path: string }) => void;
};

/** Joins as a new person, or sets a new way in. The link counts once a way is stored. */
export function JoinForm({ token, link, ways, onJoined }: Props) {
  const { attempt, busyWay: busy, failed, fault } = useAttempt<'password' | 'passkey'>();
  const isReset = 'reset' in link;
  const where = usePasskeys();
  const hasPasskeys = ways?.passkey === true && where !== undefined;
  const join = async (how: 'password' | 'passkey', named: object, password?: unknown): Promise<void> => {
    const way = how === 'password' ? { password } : { passkey: await makeFirstPasskey({ token, ...named }) };
    await post('/api/entry/join', { token, ...named, ...way });
    const path = await pathOfNewAccount(isReset ? {} : link);
    if (hasPasskeys && how === 'password' && where === 'this device') onJoined({ path });
    else window.location.replace(path);
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const isPasskey = submitter instanceof HTMLButtonElement && submitter.value === 'passkey';
    const how = isPasskey ? 'passkey' : 'password';
    const form = new FormData(event.currentTarget);
    const name = form.get('name');
    const named = name === null ? {} : { name };
    void attempt(() => join(how, named, form.get('password')), how);
  };
  const faulty = failed?.error instanceof PostError ? fieldOf(failed.error.error) : 'form';
  const faultOf = (field: string): string | undefined => (field === faulty ? fault : undefined);

  if (ways === undefined)
    return (
      <Alert color="red" role="alert">
        The service does not answer. Open the link again in a moment.
      </Alert>
    );
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack>
        {ways.password && link.void_at_proof && <UnprovenNote ways={ways} />}
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
            variant={where === 'this device' ? 'default' : 'subtle'}
            loading={busy === 'passkey'}
            disabled={busy === 'password'}
          >
            {passkeyWords(isReset, where)}
          </Button>
        )}
        {ways.sso !== null && (
          <Button component="a" variant="default" href="/api/entry/sso">
            Continue with {ways.sso.name}
          </Button>
        )}
        {fault !== undefined && faulty === 'form' && <Fault>{fault}</Fault>}
      </Stack>
    </form>
  );
}

function passkeyWords(isReset: boolean, where: 'this device' | 'elsewhere'): string {
  if (where === 'elsewhere') return 'Use a security key or a phone';
  return isReset ? 'Make a passkey instead' : 'Join with a passkey instead';
}

type FieldsProps = { email: string; hasName: boolean; faultOf: (field: string) => string | undefined };

function JoinFields({ email, hasName, faultOf }: FieldsProps) {
  return (
    <>
      {hasName && (
        <TextInput
          name="name"
          label="Your name"
          description="Your colleagues see it. You can leave it out."
          autoComplete="name"
          dir="auto"
          error={faultOf('name')}
        />
      )}
      <NewPasswordField email={email} error={faultOf('password')} />
    </>
  );
}

function fieldOf(error: string | undefined): 'name' | 'password' | 'form' {
  if (error?.startsWith('password ') === true) return 'password';
  return error?.startsWith('name ') === true ? 'name' : 'form';
}
