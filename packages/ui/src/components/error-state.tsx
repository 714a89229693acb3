'use client';

import { Button, Code, Text } from '@mantine/core';

import { failureOf } from '../lib/errors.ts';
import classes from './ui.module.css';

/**
 * Shown in place of data that failed to load: the sentence, the id of the request, and a retry
 * button.
 */
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
