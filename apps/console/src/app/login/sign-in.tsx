'use client';

import { Alert, Button, Code, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type FormEvent, useEffect, useState } from 'react';

import { ThemeSwitch } from '../../shell/theme-switch.tsx';
import classes from './sign-in.module.css';

/** The form. Whoever came from another site is without the Strict cookie and may be signed in all the same: the page asks for itself, and goes on. */
export function SignIn({ next, reason }: { next: string; reason: string | undefined }) {
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isReady = useMounted();

  useEffect(() => {
    const leaving = new AbortController();
    void goOnIfSignedIn(next, leaving.signal);
    return () => leaving.abort();
  }, [next]);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const token = new FormData(event.currentTarget).get('token');
    setBusy(true);
    setFault(undefined);
    const refused = await signIn(typeof token === 'string' ? token : '');
    // A whole load, so that nothing of an earlier operator is left in memory.
    if (refused === undefined) return window.location.replace(next);
    setFault(refused);
    setBusy(false);
  };

  return (
    <main className={classes.page}>
      <Paper className={classes.card} withBorder p="xl" radius="md">
        {/* Before the scripts are there the browser would send the form by itself, the token in the address: so the button waits. */}
        <form method="post" onSubmit={(event) => void submit(event)} noValidate>
          <Stack>
            <div className={classes.head}>
              <Title order={1} size="h3">
                Sign in to Goal
              </Title>
              <ThemeSwitch />
            </div>
            {reason !== undefined && (
              <Alert color="yellow" role="status">
                {reason}
              </Alert>
            )}
            <PasswordInput
              name="token"
              label="Admin token"
              placeholder="goal_admin_…"
              description="It is kept in an encrypted cookie for 12 hours; no script can read it."
              error={fault}
              errorProps={{ role: 'alert' }}
              autoComplete="off"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is there for this field alone
              autoFocus
              required
              withAsterisk={false}
              visibilityToggleButtonProps={{ 'aria-label': 'Show what was typed', tabIndex: 0 }}
            />
            <Button type="submit" loading={busy} disabled={!isReady}>
              Sign in
            </Button>
            <Text size="sm" c="dimmed">
              No token yet? Whoever runs the service makes one:{' '}
              <Code>npm run -s goal -- admin-token create --name me --scope admin:write</Code>
            </Text>
          </Stack>
        </form>
      </Paper>
    </main>
  );
}

/** Resolves to the sentence of a refusal; undefined once the cookie is there. */
async function signIn(token: string): Promise<string | undefined> {
  try {
    const answer = await fetch('/api/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
      signal: AbortSignal.timeout(35_000),
    });
    if (answer.ok) return undefined;
    // Our own route answers so (src/app/api/sign-in).
    const { error } = (await answer.json()) as { error: string };
    return error === 'foreign origin'
      ? 'This address is not the one that the console was set up for (CONSOLE_URL).'
      : error;
  } catch {
    return 'The console does not answer. Check your connection and try again.';
  }
}

async function goOnIfSignedIn(next: string, signal: AbortSignal): Promise<void> {
  try {
    const answer = await fetch('/api/session', { signal });
    // Our own route answers so (src/app/api/session).
    const { signedIn } = (await answer.json()) as { signedIn: boolean };
    if (signedIn) window.location.replace(next);
  } catch {
    // Then the form is there.
  }
}
