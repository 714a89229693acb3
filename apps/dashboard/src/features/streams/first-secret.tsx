import { SecretDialog } from '@goal/ui/dialog/secret-dialog.tsx';
import { Text } from '@mantine/core';

export const FirstSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <SecretDialog
    title="Signing secret"
    what="secret"
    why="because nobody may read it later"
    secret={secret}
    onClose={onClose}
  >
    <Text size="sm">
      Your receiver checks with it that a delivery is from here, as the guide shows. Slack needs none.
    </Text>
  </SecretDialog>
);
