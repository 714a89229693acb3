import { CopyButton } from '@goal/ui/text/copy-button.tsx';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';

import classes from './me.module.css';

type Props = { codes: readonly string[]; onClose: () => void };

/** Shows new recovery codes once. Only this dialog holds them, until it closes. */
export function RecoveryCodes({ codes, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Your recovery codes"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Text size="sm">
          Each code works once in place of a code from your authenticator, in case you lose it. They are shown only now:
          print them, or keep them in a password manager.
        </Text>
        <ul className={classes.codes} data-testid="recovery-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group justify="space-between">
          <CopyButton value={codes.join('\n')} what="codes" />
          <Button onClick={onClose}>I have stored them</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
