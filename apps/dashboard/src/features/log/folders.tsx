'use client';

import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { valueOf, without, withValue } from './filters.ts';
import { useLog } from './log-context.tsx';
import classes from './side-filters.module.css';

/** How many groups are listed at once; others are found by their name. */
const shownGroups = 12;

/** The groups of the account as folders, and any group or site by search. */
export function Folders() {
  const { state, change, narrow } = useLog();
  const { filters } = state;
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text.trim(), 200);
  const trpc = useTRPC();
  const { data: all } = useQuery(trpc.dashboard.groups.list.queryOptions({}));
  const { data: found } = useQuery(
    trpc.dashboard.sites.list.queryOptions(
      { q: query, limit: 20 },
      { enabled: query !== '', placeholderData: keepPreviousData },
    ),
  );
  const groups = (all?.groups ?? []).filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const chosen = valueOf(filters, 'group');
  return (
    <section className={classes.folders} aria-label="Groups and sites">
      <input
        type="search"
        className={classes.find}
        aria-label="Find a group or a site"
        placeholder="Group or site …"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <ul>
        {text === '' && (
          <li>
            <button
              type="button"
              className={classes.value}
              aria-pressed={chosen === '' && filters.site === undefined}
              onClick={() => change({ filters: without(without(filters, 'group'), 'site'), view: '' })}
            >
              <span className={classes.valueName}>All sites</span>
            </button>
          </li>
        )}
        {groups.slice(0, shownGroups).map(({ id, name, site_count: count }) => (
          <li key={id}>
            <button
              type="button"
              className={classes.value}
              aria-pressed={chosen === id}
              onClick={() => change({ filters: withValue(without(filters, 'site'), 'group', id), view: '' })}
            >
              <bdi className={classes.valueName}>{name}</bdi>
              <span className={classes.count} title="Sites">
                {count}
              </span>
            </button>
          </li>
        ))}
        {query !== '' &&
          text !== '' &&
          found?.sites.map(({ id, domain, name }) => (
            <li key={id}>
              <button
                type="button"
                className={classes.value}
                aria-pressed={valueOf(filters, 'site') === id}
                onClick={() => narrow('site', id)}
              >
                <span className={classes.valueName}>
                  {domain} {name !== null && <small>{name}</small>}
                </span>
              </button>
            </li>
          ))}
      </ul>
      {groups.length > shownGroups && (
        <p className={classes.note}>{`and ${groups.length - shownGroups} more: type a name`}</p>
      )}
    </section>
  );
}
