import { Code, Text } from '@mantine/core';

import { CopyButton } from '../text/copy-button.tsx';
import { useApiAddress } from './api-address.tsx';
import { firstEvent } from './first-event.ts';
import classes from './arrival.module.css';

/** The command that sends a first event of a site. A file of its own: it loads when needed. */
export function FirstEventCommand({ domain }: { domain: string }) {
  const api = useApiAddress();
  const command = firstEvent(domain, 'goal_live_…', api);
  return (
    <div className={classes.command}>
      <Code block>{command}</Code>
      <Text size="sm" c="dimmed">
        {api === undefined && (
          <>
            Replace <Code>$API</Code> with the address of the service and its path, as in
            https://goal.example.com/v1/goal.{' '}
          </>
        )}
        Replace <Code>goal_live_…</Code> with a key of this site.
      </Text>
      <CopyButton value={command} what="command" />
    </div>
  );
}
