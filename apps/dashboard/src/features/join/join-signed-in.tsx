import type { InvitationView } from '@goal/contract';
import { Fault } from '@goal/ui/state/fault.tsx';
import { Button, Stack, Text } from '@mantine/core';

import { call, isOfAnotherPerson, post } from '../../lib/post.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { pathOfNewAccount } from './after-joining.ts';
import { keepSecret } from './secret.ts';

type Props = {
  token: string;
  invitation: InvitationView;
  /** The e-mail of the person who is signed in in this browser. */
  signedInAs: string | undefined;
};

/** Joins as a person who signs in already: as the one who is signed in, or after a sign-in. */
export function JoinSignedIn({ token, invitation, signedInAs }: Props) {
  const { attempt, isBusy, fault } = useAttempt();
  const join = async (): Promise<string> => {
    await call('me.join', { token });
    return pathOfNewAccount(invitation);
  };
  const signInFirst = async (): Promise<string> => {
    if (signedInAs !== undefined) await post('/api/entry/sign-out');
    keepSecret(token);
    // A person who does not sign in yet comes back to the form that joins.
    return invitation.has_person ? `/sign-in?${new URLSearchParams({ next: '/join' })}` : '/join';
  };

  const goOn = async (work: () => Promise<string>): Promise<void> => {
    const path = await work().catch((error: unknown) => {
      // The page that loads for the other person goes on with the link.
      if (isOfAnotherPerson(error)) keepSecret(token);
      throw error;
    });
    window.location.replace(path);
  };
  const isInvited = signedInAs === invitation.email;
  return (
    <Stack>
      {!isInvited && signedInAs !== undefined && (
        <Text size="sm">
          You are signed in as <bdi>{signedInAs}</bdi>, and the invitation is for <bdi>{invitation.email}</bdi>.
        </Text>
      )}
      {isInvited ? (
        <Button loading={isBusy} onClick={() => void attempt(() => goOn(join))}>
          Join
        </Button>
      ) : (
        <Button loading={isBusy} onClick={() => void attempt(() => goOn(signInFirst))}>
          {signedInAs === undefined ? 'Sign in and join' : 'Sign out and go on'}
        </Button>
      )}
      {fault !== undefined && <Fault>{fault}</Fault>}
    </Stack>
  );
}
