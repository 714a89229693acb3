import type { PasskeyView } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { useHydrated } from '@goal/ui/field/use-hydrated.ts';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

import { canUsePasskeys } from '../../lib/passkeys.ts';
import classes from '../table.module.css';

const AddPasskey = lateDialog(() => import('./passkey-dialogs.tsx').then((module) => module.AddPasskey));
const RenamePasskey = lateDialog(() => import('./passkey-dialogs.tsx').then((module) => module.RenamePasskey));
const RemovePasskey = lateDialog(() => import('./passkey-dialogs.tsx').then((module) => module.RemovePasskey));

type Dialog = { name: 'add' } | { name: 'rename' | 'remove'; passkey: PasskeyView };

export function Passkeys({ passkeys }: { passkeys: readonly PasskeyView[] }) {
  const [dialog, setDialog] = useState<Dialog>();
  const isReady = useHydrated();
  const canAdd = !isReady || canUsePasskeys();
  const close = (): void => setDialog(undefined);
  return (
    <Card title="Passkeys">
      {passkeys.length === 0 && (
        <Text size="sm" mb="sm">
          A passkey lets you sign in with your fingerprint, face or PIN. A fake page cannot steal it.
        </Text>
      )}
      {passkeys.map((passkey) => (
        <div key={passkey.id} className={classes.row}>
          <div>
            <Text size="sm" fw={500}>
              <bdi>{passkey.name}</bdi>
            </Text>
            <Text size="sm" c="dimmed">
              Added <Time value={passkey.created_at} as="day" />
              {' · '}
              {passkey.last_used_at === null ? (
                'never used'
              ) : (
                <>
                  used <Time value={passkey.last_used_at} as="ago" />
                </>
              )}
              {' · '}
              {passkey.backed_up ? 'on all your devices' : 'on one device'}
            </Text>
          </div>
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              aria-label={`Rename the passkey ${passkey.name}`}
              onClick={() => setDialog({ name: 'rename', passkey })}
            >
              Rename
            </Button>
            <Button
              variant="outline"
              color="red"
              size="xs"
              aria-label={`Remove the passkey ${passkey.name}`}
              onClick={() => setDialog({ name: 'remove', passkey })}
            >
              Remove
            </Button>
          </Group>
        </div>
      ))}
      {canAdd ? (
        <Button
          variant={passkeys.length === 0 ? 'filled' : 'default'}
          size="xs"
          mt="sm"
          disabled={!isReady}
          onClick={() => setDialog({ name: 'add' })}
        >
          Add a passkey
        </Button>
      ) : (
        <Text size="sm" c="dimmed" mt="sm">
          This browser makes no passkeys.
        </Text>
      )}
      {dialog?.name === 'add' && <AddPasskey onClose={close} />}
      {dialog?.name === 'rename' && <RenamePasskey passkey={dialog.passkey} onClose={close} />}
      {dialog?.name === 'remove' && <RemovePasskey passkey={dialog.passkey} onClose={close} />}
    </Card>
  );
}
