import { failureOf } from '@goal/ui/lib/errors.ts';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { Button, VisuallyHidden } from '@mantine/core';
import { type CSSProperties, type Ref, type RefObject, useEffect, useMemo, useRef, useState } from 'react';

import { dayName, shortMoment } from '../../filters/query/clock.ts';
import { columnWidths } from './column-widths.ts';
import { EventRow, PlaceOfRow } from './event-row.tsx';
import type { Feed, FeedState } from '../../filters/feed/feed.ts';
import { layOut } from '../rows/layout.ts';
import { useLog } from '../../filters/query/log-context.tsx';
import { as } from './table-roles.ts';
import { useListWindow } from '../rows/use-list-window.ts';
import { type TableHandle, useRowFocus } from '../rows/use-row-focus.ts';
import classes from './event-table.module.css';

/** How close to the end of the list a window fetches more, in rows. */
const readAhead = 40;

const columns = ['Time', 'Severity', 'Code', 'Site', 'User', 'Message'] as const;

type Props = {
  feed: Feed;
  state: FeedState;
  live: { held: number; arrivals: RefObject<number>; showHeld: () => void };
  ref: Ref<TableHandle>;
};

export function EventTable({ feed, state, live, ref }: Props) {
  const { isUtc, askedAt } = useLog();
  const box = useRef<HTMLDivElement>(null);
  const { top, height, heights } = useListWindow(box);
  const layout = useMemo(() => layOut(state.times, heights, isUtc), [state.times, heights, isUtc]);
  const { first, end } = layout.rowsIn(top, height);

  const isNearEnd = end + readAhead >= layout.count;
  useEffect(() => {
    if (isNearEnd && state.phase === 'more') void feed.readOn();
  }, [feed, isNearEnd, state.phase]);
  useEffect(() => feed.show(first, end), [feed, first, end]);
  const { active, setActive, toTop } = useRowFocus(ref, { box, layout, heights, top, rowAt: state.rowAt });

  const { site, user } = columnWidths({ count: layout.count, rowAt: state.rowAt });
  // Custom properties are no keys of CSSProperties.
  const widths = { '--site': `${site}rem`, '--user': `${user}rem` } as CSSProperties;
  const tabStop = active >= first && active < end ? active : layout.rowAt(top);
  const topTime = state.times[layout.rowAt(top)];
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, n) => first + n);
  return (
    <div
      ref={box}
      className={classes.box}
      style={widths}
      tabIndex={-1}
      data-list
      data-testid="events"
      aria-busy={!state.hasAnswered}
    >
      <table
        {...as.table}
        className={classes.table}
        aria-label="Events, newest first"
        aria-rowcount={state.phase === 'end' ? layout.count + 1 : -1}
      >
        <thead {...as.rowgroup} className={classes.head}>
          <tr {...as.row} className={classes.columns} aria-rowindex={1}>
            {columns.map((name) => (
              <th key={name} {...as.columnheader} scope="col" data-column={name.toLowerCase()}>
                {name}
              </th>
            ))}
          </tr>
          <tr aria-hidden className={classes.heading}>
            <td>{topTime === undefined ? '' : dayName(topTime, { isUtc }, askedAt)}</td>
          </tr>
        </thead>
        <tbody
          {...as.rowgroup}
          className={classes.rows}
          style={{
            paddingTop:
              first < layout.count
                ? layout.topOf(first) - (layout.headingOf(first) === undefined ? 0 : heights.heading)
                : 0,
            minHeight: layout.height,
          }}
        >
          {!state.hasAnswered && Array.from({ length: 12 }, (_, n) => <PlaceOfRow key={n} index={n} />)}
          {rows.map((index) => (
            <EventRow
              key={state.rowAt(index)?.id ?? `place-${index}`}
              event={state.rowAt(index)}
              index={index}
              day={layout.headingOf(index)}
              isTabStop={index === tabStop}
              onFocus={setActive}
            />
          ))}
        </tbody>
      </table>
      <Arrivals {...live} onShow={toTop} />
      <ListEnd feed={feed} state={state} />
    </div>
  );
}

function ListEnd({ feed, state }: { feed: Feed; state: FeedState }) {
  const { isUtc, askedAt } = useLog();
  const { phase, searchedBackTo, times, error, hasAnswered } = state;
  const back = searchedBackTo === null ? '' : shortMoment(Date.parse(searchedBackTo), { isUtc }, askedAt);
  const found = times.length === 0 ? ' — no match yet' : '';
  const isWaiting = phase === 'paused' || phase === 'failed';
  return (
    <p role="status" className={classes.end}>
      {phase === 'loading' &&
        (!hasAnswered ? 'Looking …' : back === '' ? 'Looking further …' : `Searched back to ${back}${found} …`)}
      {isWaiting && (
        <>
          <span>{phase === 'failed' ? failureOf(error).sentence : `Searched back to ${back}${found}`}</span>
          <Button variant="default" size="xs" onClick={() => feed.searchOn()}>
            {phase === 'failed' ? 'Try again' : 'Search on'}
          </Button>
        </>
      )}
      {phase === 'end' && times.length > 0 && 'That is all: nothing further matches.'}
    </p>
  );
}

/** How often a screen reader hears how many events arrived, in ms. */
const tellEveryMs = 5000;

type ArrivalsProps = { held: number; arrivals: RefObject<number>; showHeld: () => void; onShow: () => void };

/** How many arrived while somebody was reading. A screen reader hears how many arrived at all. */
function Arrivals({ held, arrivals, showHeld, onShow }: ArrivalsProps) {
  const [told, setTold] = useState('');
  useEffect(() => {
    const tell = (): void => {
      const count = arrivals.current;
      arrivals.current = 0;
      setTold(count > 0 ? countOf(count, 'new event') : '');
    };
    const timer = setInterval(tell, tellEveryMs);
    return () => clearInterval(timer);
  }, [arrivals]);
  return (
    <>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
      {held > 0 && (
        <button
          type="button"
          className={classes.arrivals}
          onClick={() => {
            showHeld();
            onShow();
          }}
        >
          {`${formatNumber(held)} new — ↑`}
        </button>
      )}
    </>
  );
}
