import { Button, Code, Text } from '@mantine/core';

import { failureOf } from '../lib/errors.ts';
import classes from './state.module.css';

export type Failed = { error: unknown; refetch?: () => unknown };

/** Shown in place of data that failed to load. */
export function ErrorState({ query: { error, refetch } }: { query: Failed }) {
  const { sentence, requestId } = failureOf(error);
  return (
    <div className={classes.state} role="alert">
      <Text fw={600}>{sentence}</Text>
      {requestId !== undefined && (
        <Text size="sm" c="dimmed">
          Request <Code>{requestId}</Code>
        </Text>
      )}
      {refetch !== undefined && (
        <Button variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      )}
    </div>
  );
}
