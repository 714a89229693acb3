import { Card } from '@goal/ui/page/card.tsx';
import { Stack, Switch } from '@mantine/core';

import { useExactTimes, useKeysSwitch, useUtc } from '../../lib/use-switch.ts';

/** How this browser shows times, and whether it takes keys of one letter. */
export function Reading() {
  const [isExact, setExact] = useExactTimes();
  const [isUtc, setUtc] = useUtc();
  const [areKeysOn, setKeys] = useKeysSwitch();
  return (
    <Card title="In this browser">
      <Stack gap="sm">
        <Switch
          label="Exact times"
          description="The day and time in place of «3 minutes ago»"
          checked={isExact}
          onChange={(event) => setExact(event.currentTarget.checked)}
        />
        <Switch
          label="Times in UTC"
          description="In place of your own time zone, also in the log"
          checked={isUtc}
          onChange={(event) => setUtc(event.currentTarget.checked)}
        />
        <Switch
          label="Keys of one letter"
          description="Such as g and l for the log; ? lists them"
          checked={areKeysOn}
          onChange={(event) => setKeys(event.currentTarget.checked)}
        />
      </Stack>
    </Card>
  );
}
