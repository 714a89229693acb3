import { errorCatalogue } from '@goal/contract';
import { useFocusBack } from '@goal/ui/dialog/use-focus-back.ts';
import { sentenceFor } from '@goal/ui/lib/sentences.ts';
import { keepTypedTexts } from '@goal/ui/session/typed-texts.ts';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';

import type { RefusalName } from '../../entry/refusals.ts';
import { useWays } from '../../session/ways.tsx';

type Props = { refused: RefusalName; onClose: () => void };

/** Offers a new sign-in, which counts as the proof at every sign-in service (rulings §10.15). */
export function NotConfirmed({ refused, onClose }: Props) {
  useFocusBack();
  const provider = useWays()?.sso?.name ?? 'the sign-in service';
  const { pathname, search } = window.location;
  const isAboutThem = refused === 'sign_in_not_completed';
  return (
    <Modal opened onClose={onClose} title="Not confirmed" zIndex={300}>
      <Stack>
        <Alert color="yellow" role="alert">
          {isAboutThem
            ? `${provider} did not say that you, and nobody else, have signed in there just now. Nothing was done.`
            : `${sentenceFor(errorCatalogue[refused].message)} Nothing was done.`}
        </Alert>
        <Text size="sm">
          {isAboutThem
            ? 'Sign in again: you return to this page, with what you have typed, and a new sign-in counts as the proof for 15 minutes.'
            : 'Repeat the act and confirm again, or sign in again: a new sign-in counts as the proof for 15 minutes.'}
        </Text>
        <Group>
          <Button
            component="a"
            href={`/api/entry/sso?${new URLSearchParams({ choose: '', next: `${pathname}${search}` })}`}
            onClick={keepTypedTexts}
            data-autofocus
          >
            Sign in again with {provider}
          </Button>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
