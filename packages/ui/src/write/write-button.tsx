import { Button, type ButtonProps } from '@mantine/core';
import { type MouseEvent, useId } from 'react';

import { useWriteRefusal } from './write-access.tsx';
import classes from './write-button.module.css';

type Props = ButtonProps & {
  type?: 'button' | 'submit';
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  /** Why the button does nothing at the moment, even for a person who may change things. */
  blocked?: string | undefined;
};

/** Where a person may not change anything it stays focusable, does nothing, and says why. */
export function WriteButton({ onClick, blocked, ...props }: Props) {
  const refusal = useWriteRefusal();
  const id = useId();
  const reason = refusal ?? blocked;
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
