import { cutText, type FoundAccountEvent } from '@goal/contract';
import { memo, type MouseEvent, type ReactNode } from 'react';

import { dayName, timeOfDay, utcMoment } from '../../filters/query/clock.ts';
import classes from './event-table.module.css';
import { type FilterName, hasOpposite, type Narrowing } from '../../filters/query/filters.ts';
import { loadPanel } from '../panel/late-panel.tsx';
import { useLog } from '../../filters/query/log-context.tsx';
import { Severity } from '../../filters/side/severity.tsx';
import { as } from './table-roles.ts';

type Props = {
  /** Undefined while a row that was dropped is fetched again. */
  event: FoundAccountEvent | undefined;
  index: number;
  /** The time of the day's heading above it. */
  day: number | undefined;
  isTabStop: boolean;
  onFocus: (index: number) => void;
};

/** More of a message than any window shows in a line. */
const lineMaxLength = 400;

export const EventRow = memo(function EventRow({ event, index, day, isTabStop, onFocus }: Props) {
  const { isUtc, askedAt } = useLog();
  return (
    <>
      {day !== undefined && (
        <tr {...as.row} className={classes.heading}>
          <th {...as.rowheader} scope="rowgroup">
            {dayName(day, { isUtc }, askedAt)}
          </th>
        </tr>
      )}
      {event === undefined ? (
        <PlaceOfRow index={index} />
      ) : (
        <FilledRow event={event} index={index} isTabStop={isTabStop} onFocus={onFocus} />
      )}
    </>
  );
});

function FilledRow({ event, index, isTabStop, onFocus }: Omit<Props, 'day'> & { event: FoundAccountEvent }) {
  const { isUtc, state, change, narrow } = useLog();
  const { id, occurred_at: at, code, severity, domain, site_id: site, username, user_id: user, message } = event;
  const time = Date.parse(at);
  const isOpen = state.event === String(id);
  const value = (name: FilterName, text: string, label: ReactNode, how: Narrowing = {}): ReactNode => (
    <button
      type="button"
      tabIndex={-1}
      className={classes.value}
      title={`Show only this${hasOpposite(name) ? ' (with Alt: leave it out)' : how.username === undefined ? '' : ' (with Alt: leave this name out)'}`}
      onClick={(click: MouseEvent) => {
        click.stopPropagation();
        narrow(name, text, { ...how, isOpposite: click.altKey });
      }}
    >
      {label}
    </button>
  );
  return (
    <tr
      {...as.row}
      className={classes.row}
      tabIndex={isTabStop ? 0 : -1}
      data-row={index}
      data-severity={severity}
      aria-rowindex={index + 2}
      {...(isOpen ? { 'aria-current': 'true' as const } : {})}
      onPointerEnter={() => void loadPanel()}
      onFocus={() => {
        void loadPanel();
        onFocus(index);
      }}
      // Enter opens the row with the focus (`useKeys` of the page).
      onClick={() => {
        // A text that is being selected is being read.
        if (String(window.getSelection()) === '')
          change({ event: String(id) }, state.event === '' ? 'push' : 'replace');
      }}
    >
      <td {...as.cell} data-column="time">
        <time dateTime={at} title={utcMoment(time)}>
          {timeOfDay(time, { isUtc })}
        </time>
      </td>
      <td {...as.cell} data-column="severity">
        {value('severity', severity, <Severity value={severity} />)}
      </td>
      <td {...as.cell} data-column="code">
        {value('code', String(code), code)}
      </td>
      <td {...as.cell} data-column="site">
        {value('site', site, <bdi>{domain ?? 'a deleted site'}</bdi>)}
      </td>
      <td {...as.cell} data-column="user">
        {user !== 0
          ? value('user_id', String(user), <bdi>{username === '' ? `#${user}` : username}</bdi>, {
              site,
              ...(username === '' ? {} : { username }),
            })
          : username === ''
            ? '–'
            : value('username', username, <bdi>{username}</bdi>)}
      </td>
      <td {...as.cell} data-column="message">
        <bdi className={classes.message}>{cutText(message, lineMaxLength)}</bdi>
      </td>
    </tr>
  );
}

export function PlaceOfRow({ index }: { index: number }) {
  return (
    <tr {...as.row} className={classes.place} aria-hidden>
      <td {...as.cell} aria-label="Loading">
        <i style={{ width: `${35 + ((index * 37) % 50)}%` }} />
      </td>
    </tr>
  );
}
