'use client';

import { Code } from '@mantine/core';

import { confirmCommand, heldSentence, overdueSentence } from '../features/retention/sentences.ts';
import { useRetention } from '../features/retention/use-retention.ts';
import { failureOf } from '../trpc/errors.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import classes from './shell.module.css';

/**
 * Says on every page that retention deletes nothing until an operator confirms it, and how (rulings §9.2). Where the question
 * was not answered, it says that this is not known. The button lies beside the live region, which a screen reader hears once.
 */
export function HeldBanner() {
  const { data, error } = useRetention();
  const held = data?.held ?? undefined;
  const isUnknown = held === undefined && error !== null;
  return (
    <div className={classes.held} data-shown={held !== undefined || isUnknown}>
      <p role="status" aria-live="polite">
        {data !== undefined && held !== undefined && (
          <>
            <strong>Retention is held back:</strong> {heldSentence(held)} Until an operator confirms it on the server,
            nothing is deleted for its age. {overdueSentence(data.overdue)} To let it go on:{' '}
            <Code className={classes.heldCommand}>{confirmCommand}</Code>
          </>
        )}
        {isUnknown && (
          <>
            <strong>Whether retention is held back is not known:</strong> {failureOf(error).sentence} This page asks
            again every minute.
          </>
        )}
      </p>
      {held !== undefined && <CopyButton value={confirmCommand} what="command" />}
    </div>
  );
}
