import type { PersonView } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

const SetPassword = lateDialog(() => import('./password-dialogs.tsx').then((module) => module.SetPassword));
const RemovePassword = lateDialog(() => import('./password-dialogs.tsx').then((module) => module.RemovePassword));

export function Password({ me }: { me: PersonView }) {
  const [dialog, setDialog] = useState<'set' | 'remove'>();
  const at = me.ways.password_at;
  const close = (): void => setDialog(undefined);
  return (
    <Card title="Password">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {at === null ? (
            'You have no password.'
          ) : (
            <>
              Set on <Time value={at} as="day" />.
            </>
          )}
        </Text>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => setDialog('set')}>
            {at === null ? 'Set a password' : 'Change the password'}
          </Button>
          {at !== null && (
            <Button variant="outline" color="red" size="xs" onClick={() => setDialog('remove')}>
              Remove the password
            </Button>
          )}
        </Group>
      </Group>
      {dialog === 'set' && <SetPassword me={me} onClose={close} />}
      {dialog === 'remove' && <RemovePassword onClose={close} />}
    </Card>
  );
}
