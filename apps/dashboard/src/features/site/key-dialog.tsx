import { SecretDialog } from '@goal/ui/dialog/secret-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { Text } from '@mantine/core';

type Props = { domain: string; token: string; onStored: () => void };

export function KeyDialog({ domain, token, onStored }: Props) {
  return (
    <SecretDialog title={`Key of ${bidiIsolate(domain)}`} secret={token} closesBy="I have stored it" onClose={onStored}>
      <Text size="sm">
        The plugin sends with it and with the header <code>X-Site-Domain: {domain}</code>. Whoever has the key can do
        the same: keep it like a password.
      </Text>
    </SecretDialog>
  );
}
