import type { RouterOutputs } from '@goal/client/trpc';
import { type GroupName, noGroup } from '@goal/contract';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { valueOf, without, withValue } from '../query/filters.ts';
import { useLog } from '../query/log-context.tsx';
import classes from './side-filters.module.css';
import { SideRow } from './side-row.tsx';

/** How many groups, and busy sites of a group, are listed at once; a name finds the others. */
const shownGroups = 12;
const shownSites = 20;

type Site = Pick<RouterOutputs['dashboard']['sites']['list']['sites'][number], 'id' | 'domain' | 'name'>;

export function Folders() {
  const { state, current, change } = useLog();
  const { filters } = state;
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text.trim(), 200);
  const trpc = useTRPC();
  const { data: all } = useQuery(
    trpc.dashboard.groups.names.queryOptions(
      { ...(query === '' ? {} : { q: query }), limit: shownGroups },
      { placeholderData: keepPreviousData },
    ),
  );
  const { data: found } = useQuery(
    trpc.dashboard.sites.list.queryOptions(
      { q: query, limit: 20 },
      { enabled: query !== '', placeholderData: keepPreviousData },
    ),
  );
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
            <SideRow
              isChosen={chosen === '' && filters.site === undefined}
              onClick={() => change({ filters: without(without(current().filters, 'group'), 'site'), view: '' })}
              {...(query === '' && all?.more === 0 ? sitesIn(sitesOf(all)) : {})}
            >
              All sites
            </SideRow>
          </li>
        )}
        {all?.groups.map((group) => (
          <Folder key={group.id} group={group} />
        ))}
        {text === '' && all !== undefined && all.groups.length > 0 && all.ungrouped > 0 && (
          <FolderOfNone count={all.ungrouped} />
        )}
        {query !== '' && text !== '' && found?.sites.map((site) => <SiteLine key={site.id} site={site} />)}
      </ul>
      {all !== undefined && all.more > 0 && (
        <p className={classes.note}>{`and ${formatNumber(all.more)} more: type a name`}</p>
      )}
    </section>
  );
}

function Folder({ group: { id, name, site_count: count } }: { group: GroupName }) {
  const { state, current, change } = useLog();
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
          {arrow(isOpen)}
        </button>
        <SideRow
          {...sitesIn(count)}
          isChosen={valueOf(filters, 'group') === id}
          onClick={() => change({ filters: withValue(without(current().filters, 'site'), 'group', id) })}
        >
          <bdi>{name}</bdi>
        </SideRow>
      </div>
      {isOpen && <SitesOf group={id} count={count} />}
    </li>
  );
}

/** The log cannot be asked for the sites in no group at once, so the name unfolds as well. */
function FolderOfNone({ count }: { count: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <div className={classes.folder}>
        <span className={classes.unfold} aria-hidden>
          {arrow(isOpen)}
        </span>
        <SideRow {...sitesIn(count)} isOpen={isOpen} onClick={() => setOpen(!isOpen)}>
          No group
        </SideRow>
      </div>
      {isOpen && <SitesOf group={noGroup} count={count} />}
    </li>
  );
}

const arrow = (isOpen: boolean): string => (isOpen ? '▾' : '▸');
const sitesOf = ({ groups, ungrouped }: RouterOutputs['dashboard']['groups']['names']): number =>
  groups.reduce((sum, group) => sum + group.site_count, ungrouped);
const sitesIn = (count: number) => ({ count: formatNumber(count), countTitle: 'Sites' });

function SitesOf({ group, count }: { group: string; count: number }) {
  const { data } = useQuery(
    useTRPC().dashboard.sites.list.queryOptions({ group_id: group, sort: 'busiest', limit: shownSites }),
  );
  if (data === undefined) return <p className={classes.note}>…</p>;
  const more = count - data.sites.length;
  return (
    <>
      <ul className={classes.inFolder}>
        {data.sites.map((site) => (
          <SiteLine key={site.id} site={site} />
        ))}
      </ul>
      {more > 0 && <p className={classes.note}>{`and ${formatNumber(more)} more: type a name`}</p>}
    </>
  );
}

function SiteLine({ site: { id, domain, name } }: { site: Site }) {
  const { state, narrow } = useLog();
  return (
    <li>
      <SideRow isChosen={valueOf(state.filters, 'site') === id} onClick={() => narrow('site', id)}>
        <bdi>{domain}</bdi>{' '}
        {name !== null && (
          <small>
            <bdi>{name}</bdi>
          </small>
        )}
      </SideRow>
    </li>
  );
}
