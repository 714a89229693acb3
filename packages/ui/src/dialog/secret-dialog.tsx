import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';

import { CopyButton } from '../text/copy-button.tsx';
import classes from './secret-dialog.module.css';

type Props = {
  title: string;
  /** What the secret is: «key». */
  what?: string;
  /** Why it is shown only once. */
  why?: string;
  secret: string;
  children: ReactNode;
  /** The button that alone closes it. Without one it asks where the secret was not copied. */
  closesBy?: string;
  onClose: () => void;
};

const keepsHash = 'because the service keeps only its hash';

const focusOn = (button: HTMLButtonElement | null): void => button?.focus();

/** Shows a new secret once. Closing it asks for confirmation if the secret was not copied. */
export function SecretDialog({ title, what = 'key', why = keepsHash, secret, children, closesBy, onClose }: Props) {
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const copied = useCallback(() => {
    setCopied(true);
    setAsking(false);
  }, []);
  const isStrict = closesBy !== undefined;
  const close = (): void => (isCopied || isStrict ? onClose() : setAsking(true));
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={!isStrict}
      withCloseButton={!isStrict}
    >
      <Stack>
        <Text size="sm">
          This is the whole {what}. It is shown only once, {why}.
        </Text>
        <div>
          <div className={classes.secret} onCopy={copied} data-testid="secret">
            {secret}
          </div>
          <Group mt="xs">
            <CopyButton value={secret} what={what} onCopied={copied} isFirst />
          </Group>
        </div>
        {children}
        {isAsking ? (
          <Alert color="yellow" role="alert" title={`The ${what} was not copied`}>
            <Text size="sm">Nobody can see it again after you close this. Have you saved it elsewhere?</Text>
            <Group mt="sm">
              <Button variant="default" size="xs" ref={focusOn} onClick={() => setAsking(false)}>
                Back to the {what}
              </Button>
              <Button color="red" size="xs" onClick={onClose}>
                Close without copying
              </Button>
            </Group>
          </Alert>
        ) : (
          <Group justify="flex-end">
            <Button onClick={close}>{closesBy ?? 'Done'}</Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
