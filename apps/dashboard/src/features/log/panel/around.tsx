import type { FoundAccountEvent } from '@goal/contract';
import { cutText } from '@goal/contract';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';

import { shortMoment, timeOfDay, utcMoment } from '../../filters/query/clock.ts';
import classes from './event-panel.module.css';
import { useLog } from '../../filters/query/log-context.tsx';

const count = 4;

export function Around({ event }: { event: FoundAccountEvent }) {
  const { data } = useQuery(
    useTRPC().dashboard.events.around.queryOptions(
      { id: String(event.id), count },
      { staleTime: 60_000, trpc: { context: { alone: true } } },
    ),
  );
  if (data === undefined) return null;
  const rows = [...data.after.toReversed(), event, ...data.before];
  return (
    <section aria-label="Around this event">
      <h3 className={classes.subtitle}>Around it, on this site</h3>
      <ol className={classes.around}>
        {rows.map((one) => (
          <li key={one.id}>
            <Neighbour event={one} isThis={one === event} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Neighbour({ event, isThis }: { event: FoundAccountEvent; isThis: boolean }) {
  const { isUtc, askedAt, change } = useLog();
  const time = Date.parse(event.occurred_at);
  const isToday = new Date(time).toDateString() === new Date(askedAt).toDateString();
  return (
    <button
      type="button"
      className={classes.neighbour}
      data-severity={event.severity}
      {...(isThis ? { 'aria-current': 'true' as const } : { onClick: () => change({ event: String(event.id) }) })}
    >
      <time dateTime={event.occurred_at} title={utcMoment(time)}>
        {isToday ? timeOfDay(time, { isUtc }) : shortMoment(time, { isUtc }, askedAt)}
      </time>
      <bdi>{`${event.username === '' ? '' : `${event.username} · `}${cutText(event.message, 200)}`}</bdi>
    </button>
  );
}
