import { Fault } from '@goal/ui/state/fault.tsx';
import { EntryCard } from '@goal/ui/shell/entry-card.tsx';
import { Anchor, Button, Text } from '@mantine/core';

import { useAttempt } from '../../lib/use-attempt.ts';
import { makeOwnPasskey } from './make-own-passkey.ts';

/** Offers a passkey after joining with a password, once. `path`: the page to open afterwards. */
export function AddPasskey({ path }: { path: string }) {
  const { attempt, isBusy, fault } = useAttempt();
  const goOn = (): void => window.location.replace(path);
  return (
    <EntryCard title="Add a passkey?">
      <Text size="sm">
        You are signed in. A passkey lets you sign in with your fingerprint, face or PIN, and a fake page cannot steal
        it.
      </Text>
      <Button loading={isBusy} onClick={() => void attempt(() => makeOwnPasskey().then(goOn))}>
        Add a passkey
      </Button>
      {fault !== undefined && <Fault>{fault}</Fault>}
      <Text size="sm">
        <Anchor component="button" type="button" underline="always" onClick={goOn} inherit>
          Not now
        </Anchor>
      </Text>
    </EntryCard>
  );
}
