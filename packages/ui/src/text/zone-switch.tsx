import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';

import { type Switch, useKeptSwitch } from '../lib/kept-switch.ts';

export const useUtc = (): Switch => useKeptSwitch('goal-utc');

const noChange = () => () => undefined;
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Says in which zone the page shows times, and switches between the reader's own and UTC. */
export function ZoneSwitch() {
  const [isUtc, setUtc] = useUtc();
  // The server does not know where the reader is.
  const own = useSyncExternalStore(noChange, ownZone, () => 'local time');
  const [now, other] = isUtc ? ['UTC', own] : [own, 'UTC'];
  return (
    <Button
      variant="default"
      size="compact-sm"
      // On a line of its own, so that a longer zone moves nothing once it is known.
      display="block"
      maw="100%"
      aria-label={`Times in ${now}: show ${other}`}
      title={`Show times in ${other}`}
      onClick={() => setUtc(!isUtc)}
    >
      {now}
    </Button>
  );
}
