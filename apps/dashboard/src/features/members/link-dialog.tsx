import { SecretDialog } from '@goal/ui/dialog/secret-dialog.tsx';
import { Text } from '@mantine/core';

type Props = { email: string; made: { link: string; mailed: boolean }; onClose: () => void };

export function LinkDialog({ email, made, onClose }: Props) {
  return (
    <SecretDialog title={`The link for ${email}`} what="link" secret={made.link} onClose={onClose}>
      <Text size="sm">
        {made.mailed
          ? `A mail with another link is on its way to ${email}. Send this one yourself if the mail does not arrive.`
          : `Send it to ${email} where nobody else reads it.`}{' '}
        It works once, for seven days.
      </Text>
    </SecretDialog>
  );
}
