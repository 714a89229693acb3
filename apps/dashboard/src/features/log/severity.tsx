import type { Severity as Level } from '@goal/contract';

import classes from './severity.module.css';

/** A severity by its word, with its colour beside it. */
export function Severity({ value }: { value: Level }) {
  return (
    <span className={classes.severity} data-severity={value}>
      {value}
    </span>
  );
}
