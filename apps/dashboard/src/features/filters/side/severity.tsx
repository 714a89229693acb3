import type { Severity as Level } from '@goal/contract';

import classes from './severity.module.css';

/** The class of an element in which severities have their colours. */
export const severities = classes.severities ?? '';

export function Severity({ value }: { value: Level }) {
  return (
    <span className={classes.severity} data-severity={value}>
      {value}
    </span>
  );
}
