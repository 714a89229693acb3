'use client';

import { EntryCard } from '@goal/ui/shell/entry-card.tsx';
import { ReadyFields } from '@goal/ui/shell/ready-fields.tsx';
import { Alert, Button, Code, PasswordInput, Text } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';

/** A foreign link sends no Strict cookie, so the form itself asks whether somebody is signed in. */
export function SignIn({ next, reason }: { next: string; reason: string | undefined }) {
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

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
    // A full page load, so that no data of an earlier operator stays in memory.
    if (refused === undefined) return window.location.replace(next);
    setFault(refused);
    setBusy(false);
  };

  return (
    <EntryCard title="Sign in to Goal">
      <form method="post" onSubmit={(event) => void submit(event)} noValidate>
        <ReadyFields>
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
            autoComplete="off"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- this field is the only purpose of the page
            autoFocus
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the token', tabIndex: 0 }}
          />
          <Button type="submit" loading={busy}>
            Sign in
          </Button>
          <Text size="sm" c="dimmed">
            No token yet? Create one on the server:{' '}
            <Code>npm run -s goal -- admin-token create --name me --scope admin:write</Code>
          </Text>
        </ReadyFields>
      </form>
    </EntryCard>
  );
}

/** Resolves to undefined after a sign-in, or to a sentence that says why it was refused. */
async function signIn(token: string): Promise<string | undefined> {
  try {
    const answer = await fetch('/api/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
      signal: AbortSignal.timeout(35_000),
    });
    if (answer.ok) return undefined;
    // The answer of our own route (src/app/api/sign-in).
    const { error } = (await answer.json()) as { error: string };
    return error === 'foreign origin'
      ? 'This address is not the one that the console is configured for (CONSOLE_URL).'
      : error;
  } catch {
    return 'The console does not answer. Check your connection and try again.';
  }
}

async function goOnIfSignedIn(next: string, signal: AbortSignal): Promise<void> {
  try {
    const answer = await fetch('/api/session', { signal });
    // The answer of our own route (src/app/api/session).
    const { signedIn } = (await answer.json()) as { signedIn: boolean };
    if (signedIn) window.location.replace(next);
  } catch {
    // The form stays.
  }
}
