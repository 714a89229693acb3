'use client';

import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';

import { parseAddress } from './address.ts';
import { builtInViews } from './built-in-views.ts';
import { useLog } from './log-context.tsx';
import classes from './side-filters.module.css';

/**
 * Views beside the list: the member's own, those shared in the account, and those of every account.
 */
export function Views() {
  const { state, change } = useLog();
  const { data } = useQuery(useTRPC().dashboard.views.list.queryOptions());
  const saved = (data?.views ?? []).map(({ shared, ...view }) => ({ ...view, hint: shared ? 'shared' : '' }));
  const all = [...saved, ...builtInViews.map((view) => ({ ...view, hint: '' }))];
  return (
    <ul aria-label="Views">
      {all.map(({ id, name, query, hint }) => (
        <li key={id}>
          <button
            type="button"
            className={classes.value}
            aria-pressed={state.view === id}
            onClick={() => change({ ...parseAddress(new URLSearchParams(query)), view: id })}
          >
            <bdi className={classes.valueName}>{name}</bdi>
            {hint !== '' && <span className={classes.count}>{hint}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
