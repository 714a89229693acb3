import { failureOf } from '@goal/ui/lib/errors.ts';
import { Button } from '@mantine/core';

import { shortMoment } from '../../filters/query/clock.ts';
import classes from './event-table.module.css';
import type { Feed, FeedState } from '../../filters/feed/feed.ts';
import { useLog } from '../../filters/query/log-context.tsx';

/** What goes on below the last row: how far back was searched, and whether that was all. */
export function ListEnd({ feed, state }: { feed: Feed; state: FeedState }) {
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
