'use client';

import { Button, Code, Text } from '@mantine/core';

import { failureOf } from '../trpc/errors.ts';
import classes from './ui.module.css';

/** A failed question in place of its answer: the sentence, the id that the service's log knows it by, and asking again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { sentence, requestId } = failureOf(error);
  return (
    <div className={classes.state} role="alert">
      <Text fw={600}>{sentence}</Text>
      {requestId !== undefined && (
        <Text size="sm" c="dimmed">
          Request <Code>{requestId}</Code>
        </Text>
      )}
      {onRetry !== undefined && (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
