'use client';

import { latePart } from '@goal/ui/state/late-part.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { Button } from '@mantine/core';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { isForElsewhere, useShortcut } from '../../lib/shortcuts.ts';
import { useLiveSwitch, useUtc } from '../../lib/use-switch.ts';
import { useAccount } from '../account/use-account.ts';
import { printAddress, usualState } from '../filters/query/address.ts';
import { EventTable } from './list/event-table.tsx';
import { FilterBar } from '../filters/bar/filter-bar.tsx';
import { narrowed } from '../filters/query/filters.ts';
import { Histogram } from './histogram/histogram.tsx';
import { copyText } from './panel/copy-menu.tsx';
import { EventPanel } from './panel/late-panel.tsx';
import { type Log, LogProvider } from '../filters/query/log-context.tsx';
import { PageActions } from './acts/page-actions.tsx';
import { severities } from '../filters/side/severity.tsx';
import { SideFilters } from './side/side-filters.tsx';
import { momentsOf, movedBy } from '../filters/query/time-range.ts';
import { type Question, useFeed } from '../filters/feed/use-feed.ts';
import { useLive } from './live/use-live.ts';
import { useLogState } from '../filters/query/use-log-state.ts';
import type { TableHandle } from './rows/use-row-focus.ts';
import classes from './log.module.css';

const { Part: NothingFound } = latePart(() =>
  import('./empty/nothing-found.tsx').then((module) => module.NothingFound),
);

/** The address holds the whole state: filters, time and the open event. */
export function LogPage() {
  const { state, current, change } = useLogState();
  const [isUtc, setUtc] = useUtc();
  const { data: account } = useAccount();
  const [asked, setAsked] = useState(0);
  const { filters, time } = state;
  const key = printAddress({ ...usualState, filters, time });
  const question = useMemo((): Question => {
    const now = Date.now();
    return { filters, moments: momentsOf(time, now), askedAt: now };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for the filters and the time
  }, [key, asked]);
  const { feed, state: rows } = useFeed(question);
  const table = useRef<TableHandle>(null);
  const narrow = useCallback<Log['narrow']>(
    (...of) => change({ filters: narrowed(current().filters, ...of) }),
    [current, change],
  );
  const again = useCallback(() => setAsked((count) => count + 1), []);
  const [isUnfolded, setUnfolded] = useState(false);
  const [isLive, setLive] = useLiveSwitch();
  const canLive = question.moments.to === undefined;
  const live = useLive({
    question,
    feed,
    isOn: isLive && canLive && rows.hasAnswered,
    isReading: () => table.current?.isReading() === true,
    onAgain: again,
  });
  const log = { state, current, change, narrow, isUtc, askedAt: question.askedAt };
  const isDrawn = rows.hasAnswered && rows.phase !== 'loading';
  const isEmpty = rows.phase === 'end' && rows.times.length === 0;
  useKeys({ log, table });
  return (
    <LogProvider value={log}>
      <div
        className={`${classes.explorer} ${severities}`}
        data-wide
        data-open={state.event !== ''}
        data-folded={!isUnfolded}
      >
        <PageTitle
          title="Log"
          actions={
            <>
              <UnfoldButton isUnfolded={isUnfolded} onUnfold={setUnfolded} />
              <PageActions
                isUtc={isUtc}
                onUtc={setUtc}
                onRefresh={again}
                isLive={isLive}
                onLive={canLive ? setLive : undefined}
                isInterrupted={isLive && live.isInterrupted}
              />
            </>
          }
        />
        <FilterBar question={question} isReady={isDrawn} />
        <div className={classes.columns}>
          <SideFilters question={question} isReady={isDrawn} />
          <section className={classes.middle} aria-label="Events">
            <Histogram question={question} isReady={isDrawn} keptDays={account?.limits.retention_days ?? 90} />
            {isEmpty ? (
              <NothingFound question={question} account={account} />
            ) : (
              <EventTable key={key} ref={table} feed={feed} state={rows} live={live} />
            )}
          </section>
          {state.event !== '' && <EventPanel id={state.event} table={table} />}
        </div>
      </div>
    </LogProvider>
  );
}

type UnfoldProps = { isUnfolded: boolean; onUnfold: (isUnfolded: boolean) => void };

/** On a phone all but the search stands behind this button, so that the list has the room. */
function UnfoldButton({ isUnfolded, onUnfold }: UnfoldProps) {
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.unfold}
      aria-expanded={isUnfolded}
      onClick={() => onUnfold(!isUnfolded)}
    >
      Filters and actions {isUnfolded ? '▴' : '▾'}
    </Button>
  );
}

type Parts = { log: Log; table: RefObject<TableHandle | null> };

/** Whether a menu is open: Escape closes it alone, and its button may have the focus. */
const isMenuOpen = (): boolean => document.querySelector(':popover-open') !== null;

/** Keys of one letter are the frame's to switch off; arrows, Enter and Escape always work. */
function useKeys({ log, table }: Parts): void {
  const move = (lengths: number): void => log.change({ time: movedBy(log.state.time, lengths, Date.now()) });
  useShortcut('j', () => table.current?.step(1));
  useShortcut('k', () => table.current?.step(-1));
  useShortcut('c', () => void copyText('the link', window.location.href));
  useShortcut('[', () => move(-1));
  useShortcut(']', () => move(1));
  useEffect(() => {
    const closeEvent = (): void => {
      log.change({ event: '' });
      table.current?.focus(Number(log.state.event));
    };
    const onRows: Readonly<Record<string, () => void>> = {
      ArrowDown: () => table.current?.step(1),
      ArrowUp: () => table.current?.step(-1),
      Enter: () => table.current?.open(),
    };
    const onKey = (event: KeyboardEvent): void => {
      if (isForElsewhere(event)) return;
      const isRow = event.target instanceof HTMLElement && event.target.matches('[data-row]');
      const isToClose = event.key === 'Escape' && log.state.event !== '' && !isMenuOpen();
      const act = isToClose ? closeEvent : isRow ? onRows[event.key] : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [log, table]);
}
