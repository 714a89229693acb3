import type { PersonView } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

// With it come the QR code and its encoder.
const TurnOn = lateDialog(() => import('./turn-on-second-factor.tsx').then((module) => module.TurnOnSecondFactor));
const TurnOff = lateDialog(() => import('./second-factor-dialogs.tsx').then((module) => module.TurnOff));
const RenewCodes = lateDialog(() => import('./second-factor-dialogs.tsx').then((module) => module.RenewCodes));

export function SecondFactor({ me }: { me: PersonView }) {
  const [dialog, setDialog] = useState<'on' | 'off' | 'renew'>();
  const { totp_at: at, recovery_codes_left: left } = me.ways;
  const close = (): void => setDialog(undefined);
  return (
    <Card title="Second factor">
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm">
            {at === null ? (
              'Off. When it is on, a sign-in by password also asks for a code from your authenticator.'
            ) : (
              <>
                On since <Time value={at} as="day" />.
              </>
            )}
          </Text>
          {at !== null && (
            <Text size="sm" c={left <= 3 ? 'var(--mantine-color-error)' : 'dimmed'}>
              {countOf(left, 'recovery code')} left{left <= 3 ? ': make new ones.' : '.'}
            </Text>
          )}
        </div>
        <Group gap="xs">
          {at === null ? (
            <Button variant="default" size="xs" onClick={() => setDialog('on')}>
              Turn on
            </Button>
          ) : (
            <>
              <Button variant="default" size="xs" onClick={() => setDialog('renew')}>
                New recovery codes
              </Button>
              <Button variant="outline" color="red" size="xs" onClick={() => setDialog('off')}>
                Turn off
              </Button>
            </>
          )}
        </Group>
      </Group>
      {dialog === 'on' && <TurnOn onClose={close} />}
      {dialog === 'off' && <TurnOff onClose={close} />}
      {dialog === 'renew' && <RenewCodes onClose={close} />}
    </Card>
  );
}
