import { changed, subscribe } from '@goal/ui/lib/kept-switch.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';

import { parseAddress, queryOf } from '../../filters/query/address.ts';
import { builtInViews } from '../../filters/query/built-in-views.ts';
import { useLog } from '../../filters/query/log-context.tsx';
import { SideRow } from '../../filters/side/side-row.tsx';
import classes from '../../filters/side/side-filters.module.css';

type View = { id: string; name: string; query: string; hint: string };

/** How many views without a star are listed; the palette has all of them. */
const shown = 20;

/** Views with a star stand first; once there is one, the others are folded away. */
export function Views() {
  const { data } = useQuery(useTRPC().dashboard.views.list.queryOptions());
  const [stars, toggle] = useStars();
  const saved = (data?.views ?? []).map(({ shared, ...view }) => ({ ...view, hint: shared ? 'shared' : '' }));
  const all: View[] = [...saved, ...builtInViews.map((view) => ({ ...view, hint: '' }))];
  const kept = all.filter(({ id }) => stars.has(id));
  const others = all.filter(({ id }) => !stars.has(id));
  const lines = (views: readonly View[]) =>
    views.map((view) => <Line key={view.id} view={view} isKept={stars.has(view.id)} onStar={() => toggle(view.id)} />);
  const rest = (
    <>
      <ul aria-label="Views">{lines(others.slice(0, shown))}</ul>
      {others.length > shown && <p className={classes.note}>{`and ${others.length - shown} more: in the palette`}</p>}
    </>
  );
  return (
    <>
      {kept.length > 0 && <ul aria-label="Views with a star">{lines(kept)}</ul>}
      {others.length > 0 &&
        (kept.length === 0 ? (
          rest
        ) : (
          <details>
            <summary>Other views</summary>
            {rest}
          </details>
        ))}
    </>
  );
}

type LineProps = { view: View; isKept: boolean; onStar: () => void };

function Line({ view: { id, name, query, hint }, isKept, onStar }: LineProps) {
  const { state, change } = useLog();
  const seen = parseAddress(new URLSearchParams(query));
  const isOpen = state.view === id;
  const isChanged = isOpen && queryOf(seen) !== queryOf(state);
  return (
    <li className={classes.folder}>
      <SideRow
        isChosen={isOpen && !isChanged}
        count={isChanged ? 'changed' : hint === '' ? undefined : hint}
        onClick={() => change({ ...seen, view: id })}
      >
        <bdi>{name}</bdi>
      </SideRow>
      <button
        type="button"
        className={classes.star}
        aria-pressed={isKept}
        aria-label={`Star: keep ${name} in this list`}
        onClick={onStar}
      >
        {isKept ? '★' : '☆'}
      </button>
    </li>
  );
}

const key = 'goal-log-stars';
/** More stars than anybody sets; the oldest ones go first. */
const most = 100;

function useStars(): [ReadonlySet<string>, (id: string) => void] {
  const kept = useSyncExternalStore(
    subscribe,
    () => window.localStorage.getItem(key) ?? '',
    () => '',
  );
  const stars = useMemo(() => new Set(kept.split(' ').filter(Boolean)), [kept]);
  const toggle = (id: string): void => {
    const next = stars.has(id) ? [...stars].filter((one) => one !== id) : [...stars, id];
    window.localStorage.setItem(key, next.slice(-most).join(' '));
    window.dispatchEvent(new Event(changed));
  };
  return [stars, toggle];
}
