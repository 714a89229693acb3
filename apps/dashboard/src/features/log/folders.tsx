'use client';

import type { RouterOutputs } from '@goal/client/trpc';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { valueOf, without, withValue } from './filters.ts';
import { useLog } from './log-context.tsx';
import classes from './side-filters.module.css';

/** How many groups, and sites of a group, are listed at once; others are found by their name. */
const shownGroups = 12;
const shownSites = 20;

type Group = Pick<RouterOutputs['dashboard']['groups']['list']['groups'][number], 'id' | 'name' | 'site_count'>;
type Site = Pick<RouterOutputs['dashboard']['sites']['list']['sites'][number], 'id' | 'domain' | 'name'>;

/** The groups of the account as folders, and any group or site by search. */
export function Folders() {
  const { state, change } = useLog();
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
        {groups.slice(0, shownGroups).map((group) => (
          <Folder key={group.id} group={group} />
        ))}
        {query !== '' && text !== '' && found?.sites.map((site) => <SiteLine key={site.id} site={site} />)}
      </ul>
      {groups.length > shownGroups && (
        <p className={classes.note}>{`and ${groups.length - shownGroups} more: type a name`}</p>
      )}
    </section>
  );
}

/** A group, which unfolds to its sites. */
function Folder({ group: { id, name, site_count: count } }: { group: Group }) {
  const { state, change } = useLog();
  const { filters } = state;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <div className={classes.folder}>
        <button
          type="button"
          className={classes.unfold}
          aria-expanded={isOpen}
          aria-label={`Sites of ${name}`}
          disabled={count === 0}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '▾' : '▸'}
        </button>
        <button
          type="button"
          className={classes.value}
          aria-pressed={valueOf(filters, 'group') === id}
          onClick={() => change({ filters: withValue(without(filters, 'site'), 'group', id) })}
        >
          <bdi className={classes.valueName}>{name}</bdi>
          <span className={classes.count} title="Sites">
            {count}
          </span>
        </button>
      </div>
      {isOpen && <SitesOf group={id} count={count} />}
    </li>
  );
}

/** The newest sites of a group. */
function SitesOf({ group, count }: { group: string; count: number }) {
  const { data } = useQuery(useTRPC().dashboard.sites.list.queryOptions({ group_id: group, limit: shownSites }));
  if (data === undefined) return <p className={classes.note}>…</p>;
  const more = count - data.sites.length;
  return (
    <>
      <ul className={classes.inFolder}>
        {data.sites.map((site) => (
          <SiteLine key={site.id} site={site} />
        ))}
      </ul>
      {more > 0 && <p className={classes.note}>{`and ${more} more: type a name`}</p>}
    </>
  );
}

function SiteLine({ site: { id, domain, name } }: { site: Site }) {
  const { state, narrow } = useLog();
  return (
    <li>
      <button
        type="button"
        className={classes.value}
        aria-pressed={valueOf(state.filters, 'site') === id}
        onClick={() => narrow('site', id)}
      >
        <span className={classes.valueName}>
          {domain}{' '}
          {name !== null && (
            <small>
              <bdi>{name}</bdi>
            </small>
          )}
        </span>
      </button>
    </li>
  );
}
