'use client';

import { parseKnownEmail, type WaysToSignIn } from '@goal/contract';
import { Fault } from '@goal/ui/state/fault.tsx';
import { useHydrated } from '@goal/ui/field/use-hydrated.ts';
import { EntryCard } from '@goal/ui/shell/entry-card.tsx';
import { Alert, Anchor, Button, Code, Divider, Stack, Text } from '@mantine/core';
import { useCallback, useState } from 'react';

import { canUsePasskeys } from '../../lib/passkeys.ts';
import { useFragment } from '../../lib/use-fragment.ts';
import { CodeStep } from './code-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

type Props = {
  /** The ways that are set up; undefined if the service does not answer. */
  ways: WaysToSignIn | undefined;
  next: string;
  /** Why the last session ended or the last attempt failed. */
  told: string | undefined;
  isRefused: boolean;
};

type Step =
  | { at: 'first' }
  | { at: 'code'; ceremony: string; email: string }
  /** The first step has succeeded. */
  | { at: 'second'; ceremony: string };

/** The sign-in: ways that are not set up are not on the page. */
export function SignIn({ ways, next, told, isRefused }: Props) {
  const [step, setStep] = useState<Step>({ at: 'first' });
  // A full page load, so that no data of an earlier person stays in memory.
  const onDone = useCallback(() => window.location.replace(next), [next]);
  const begin = (): void => setStep({ at: 'first' });
  if (step.at === 'second')
    return (
      <EntryCard title="Second factor">
        <CodeStep
          key={step.ceremony}
          label="Code"
          route="/api/entry/second-factor"
          ceremony={step.ceremony}
          inputMode="text"
          onDone={onDone}
          onBack={begin}
        >
          Enter the code that your authenticator shows now, or one of your recovery codes.
        </CodeStep>
      </EntryCard>
    );
  if (step.at === 'code')
    return (
      <EntryCard title="Code by mail">
        <CodeStep
          label="Code"
          route="/api/entry/code/give"
          ceremony={step.ceremony}
          inputMode="text"
          onDone={({ ceremony }) => (ceremony === undefined ? onDone() : setStep({ at: 'second', ceremony }))}
          onBack={begin}
        >
          {`If ${step.email} may sign in here, a mail with a code is on its way. The code is valid for ten minutes, in this browser only.`}
        </CodeStep>
      </EntryCard>
    );
  return (
    <EntryCard title="Sign in to Goal">
      {told !== undefined && (
        <Alert color="yellow" role="status">
          {told}
        </Alert>
      )}
      {ways === undefined ? (
        <Alert color="red" role="alert">
          The service does not answer. Load this page again in a moment.
        </Alert>
      ) : (
        <FirstStep ways={ways} next={next} isRefused={isRefused} onDone={onDone} onStep={setStep} />
      )}
    </EntryCard>
  );
}

type FirstProps = Pick<Props, 'next' | 'isRefused'> & {
  ways: WaysToSignIn;
  onDone: () => void;
  onStep: (step: Step) => void;
};

function FirstStep({ ways, next, isRefused, onDone, onStep }: FirstProps) {
  const isReady = useHydrated();
  // Has its place from the start: what appears later moves the links below it away from a click.
  const hasPasskeys = ways.passkey && (!isReady || canUsePasskeys());
  const passkey = usePasskeySignIn({ isOn: isReady && hasPasskeys, onDone });
  const others = hasPasskeys || ways.sso !== null;
  return (
    <Stack>
      {ways.password && (
        <PasswordStep
          ways={ways}
          onDone={onDone}
          onSecondStep={(ceremony) => onStep({ at: 'second', ceremony })}
          onCode={(code) => onStep({ at: 'code', ...code })}
        />
      )}
      {ways.password && others && <Divider label="or" />}
      {hasPasskeys && (
        <div>
          <Button
            variant="default"
            fullWidth
            disabled={!isReady}
            loading={passkey.isBusy}
            onClick={() => void passkey.start()}
          >
            Sign in with a passkey
          </Button>
          {passkey.fault !== undefined && <Fault>{passkey.fault}</Fault>}
        </div>
      )}
      {ways.sso !== null && (
        <>
          <Button component="a" variant="default" href={`/api/entry/sso?${new URLSearchParams({ next })}`}>
            Continue with {ways.sso.name}
          </Button>
          {isRefused && <AnotherAccount provider={ways.sso.name} next={next} />}
        </>
      )}
      {ways.sign_up && (
        <Text size="sm">
          New here?{' '}
          <Anchor href="/sign-up" underline="always" inherit>
            Make a free account
          </Anchor>
        </Text>
      )}
      {!ways.has_people && !ways.sign_up && (
        <Text size="sm" c="dimmed">
          Nobody signs in here yet. The operator of this service invites the first person on the server:{' '}
          <Code>npm run -s goal -- invite you@example.com</Code>
        </Text>
      )}
    </Stack>
  );
}

type AnotherAccountProps = { provider: string; next: string };

/** As whom the person came, and how to come as another: the service remembers who they are. */
function AnotherAccount({ provider, next }: AnotherAccountProps) {
  const { value } = useFragment('email');
  const email = value === undefined ? undefined : parseKnownEmail(value);
  return (
    <Text size="sm">
      {email !== undefined && (
        <>
          You came from {provider} as <bdi>{email}</bdi>.{' '}
        </>
      )}
      <Anchor href={`/api/entry/sso?${new URLSearchParams({ choose: '', next })}`} underline="always" inherit>
        Use another account there
      </Anchor>
    </Text>
  );
}
