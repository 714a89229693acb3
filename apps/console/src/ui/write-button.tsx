'use client';

import { Button, type ButtonProps } from '@mantine/core';
import { type MouseEvent, useId } from 'react';

import { useWhoAmI } from '../session/who-am-i.tsx';
import classes from './write-button.module.css';

export const readOnlyReason = 'Your token is read-only (admin:read)';

type Props = ButtonProps & {
  type?: 'button' | 'submit';
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  /** Why the button does nothing at the moment, even with a token that may write. */
  blocked?: string | undefined;
};

/**
 * A button that changes something. With a read-only token it stays visible and focusable, does
 * nothing, and says why.
 */
export function WriteButton({ onClick, blocked, ...props }: Props) {
  const { canWrite } = useWhoAmI();
  const id = useId();
  const reason = canWrite ? blocked : readOnlyReason;
  if (reason === undefined) return <Button {...props} {...(onClick === undefined ? {} : { onClick })} />;
  return (
    <span className={classes.refused}>
      <Button
        {...props}
        type="button"
        data-disabled
        aria-disabled
        aria-describedby={id}
        onClick={(event: MouseEvent) => event.preventDefault()}
      />
      <span id={id} className={classes.reason}>
        {reason}
      </span>
    </span>
  );
}
