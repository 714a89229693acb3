import type { WaysToSignIn } from '@goal/contract';
import { Fault } from '@goal/ui/state/fault.tsx';
import { EntryCard } from '@goal/ui/shell/entry-card.tsx';
import { Anchor, Button, Divider, Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';

import { NewPasswordField } from '../../lib/password-field.tsx';
import { call } from '../../lib/post.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { usePasskeys } from '../../lib/use-passkeys.ts';
import { makeOwnPasskey } from '../join/make-own-passkey.ts';

type Props = { ways: WaysToSignIn | undefined; email: string; path: string };

export function FirstWay({ ways, email, path }: Props) {
  const { attempt, busyWay: busy, failed, fault } = useAttempt<'password' | 'passkey'>();
  const where = usePasskeys();
  // A full page load: the cookie of the session is new.
  const goOn = (): void => window.location.replace(path);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    void attempt(() => call('me.password.set', { password }).then(goOn), 'password');
  };
  return (
    <EntryCard title="Your account is ready">
      <form method="post" onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">Choose how you sign in next time.</Text>
          <NewPasswordField email={email} error={failed?.way === 'password' && fault} />
          <Button type="submit" loading={busy === 'password'} disabled={busy === 'passkey'}>
            Set the password
          </Button>
          {ways?.passkey === true && where !== undefined && (
            <>
              <Divider label="or" />
              <Button
                variant={where === 'this device' ? 'default' : 'subtle'}
                loading={busy === 'passkey'}
                disabled={busy === 'password'}
                onClick={() => void attempt(() => makeOwnPasskey().then(goOn), 'passkey')}
              >
                {where === 'this device' ? 'Make a passkey' : 'Use a security key or a phone'}
              </Button>
            </>
          )}
          {failed?.way === 'passkey' && <Fault>{fault}</Fault>}
          <Text size="sm">
            <Anchor component="button" type="button" underline="always" onClick={goOn} inherit>
              Later: a code by mail works too
            </Anchor>
          </Text>
        </Stack>
      </form>
    </EntryCard>
  );
}
