import { CopyButton } from '@goal/ui/text/copy-button.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { Code } from '@mantine/core';

import { confirmCommand, heldSentence, overdueSentence } from '../features/retention/sentences.ts';
import { useRetention } from '../features/retention/use-retention.ts';
import classes from './shell.module.css';

/**
 * Says on every page that retention deletes nothing until an operator confirms it, and how to
 * confirm (rulings §9.2). If the state cannot be read, it says that it is unknown. The button is
 * outside the live region, so that screen readers do not announce it.
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
            nothing is deleted for its age. {overdueSentence(data.overdue)} To let it continue:{' '}
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
