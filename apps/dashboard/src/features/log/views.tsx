'use client';

import { parseAddress } from './address.ts';
import { builtInViews } from './built-in-views.ts';
import { useLog } from './log-context.tsx';
import classes from './side-filters.module.css';

/** The views that every account has, beside the list. */
export function Views() {
  const { state, change } = useLog();
  return (
    <ul aria-label="Views">
      {builtInViews.map(({ id, name, query }) => (
        <li key={id}>
          <button
            type="button"
            className={classes.value}
            aria-pressed={state.view === id}
            onClick={() => change({ ...parseAddress(new URLSearchParams(query)), view: id })}
          >
            <span className={classes.valueName}>{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
