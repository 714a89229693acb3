'use client';

import type { WaysToSignIn } from '@goal/contract';
import { EntryCard } from '@goal/ui/shell/entry-card.tsx';
import { ReadyFields } from '@goal/ui/shell/ready-fields.tsx';
import { Alert, Anchor, Button, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { newSiteDialog, pathOfSites } from '../../lib/paths.ts';
import { post } from '../../lib/post.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { whoIsSignedIn } from '../join/after-joining.ts';
import { CodeStep } from '../sign-in/code-step.tsx';
import { FirstWay } from './first-way.tsx';
import { freeWords } from './free-words.ts';

type Props = { ways: WaysToSignIn | undefined };

type Step =
  | { at: 'email' }
  | { at: 'code'; ceremony: string; email: string }
  /** The account is made, and the person has no way to sign in but a code by mail. */
  | { at: 'way'; email: string; path: string };

export function SignUp({ ways }: Props) {
  const [step, setStep] = useState<Step>({ at: 'email' });
  if (step.at === 'way') return <FirstWay ways={ways} email={step.email} path={step.path} />;
  if (step.at === 'code') {
    const { email, ceremony } = step;
    return (
      <EntryCard title="Code by mail">
        <CodeStep
          label="Code"
          route="/api/entry/sign-up/give"
          ceremony={ceremony}
          inputMode="text"
          onDone={() => void pathToConnect().then((path) => setStep({ at: 'way', email, path }))}
          onBack={() => setStep({ at: 'email' })}
        >
          {`A mail to ${email} is on its way. The code in it is valid for ten minutes, in this browser only.`}
        </CodeStep>
      </EntryCard>
    );
  }
  return (
    <EntryCard title="Make a free account">
      {ways === undefined ? (
        <Alert color="red" role="alert">
          The service does not answer. Load this page again in a moment.
        </Alert>
      ) : (
        <EmailStep free={ways.free} onAsked={(asked) => setStep({ at: 'code', ...asked })} />
      )}
    </EntryCard>
  );
}

/** The dialog that adds the first site and leads to its first event. */
async function pathToConnect(): Promise<string> {
  const [own] = (await whoIsSignedIn())?.memberships ?? [];
  return own === undefined ? '/' : `${pathOfSites(own.account_id)}?dialog=${newSiteDialog}`;
}

type EmailStepProps = { free: WaysToSignIn['free']; onAsked: (asked: { ceremony: string; email: string }) => void };

function EmailStep({ free, onAsked }: EmailStepProps) {
  const { attempt, isBusy, fault } = useAttempt();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('email');
    const email = typeof typed === 'string' ? typed.trim() : '';
    void attempt(async () => {
      const { ceremony } = await post<{ ceremony: string }>('/api/entry/sign-up/ask', { email });
      onAsked({ ceremony, email });
    });
  };
  return (
    <form method="post" onSubmit={submit} noValidate>
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
