import { type MemberActivity, severities } from '@goal/contract';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';

import { formatNumber } from '../lib/numbers.ts';
import { type ActivityDay, barsOf, dayAt, namedDays, type Scale, scaleTo, totalOf } from './geometry.ts';
import {
  describeActivity,
  describeDay,
  formatFigureDay,
  formatShortDay,
  formatTick,
  severityNames,
} from './wording.ts';
import classes from './activity.module.css';

/** Segments below this share of the plot's height are too thin for an outline. */
const thinBelow = 0.02;

/**
 * A pointer shows the figures of a day. For the keyboard an invisible slider moves along the days,
 * and screen readers read out each day.
 */
export function ActivityPlot({ activity }: { activity: MemberActivity }) {
  const { days } = activity;
  const last = days.length - 1;
  const [chosen, setChosen] = useState(last);
  const [isShown, setShown] = useState(false);
  const at = Math.min(chosen, last);
  const day = days[at];
  const scale = scaleTo(Math.max(...days.map(totalOf)));

  const point = (event: PointerEvent<HTMLDivElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setChosen(dayAt((event.clientX - left) / width, days.length));
    setShown(true);
  };
  const leave = (event: PointerEvent<HTMLDivElement>): void => {
    // Lifting a finger also counts as leaving: its figures stay until the next touch.
    if (event.pointerType === 'mouse') setShown(false);
  };
  const press = (event: KeyboardEvent): void => setShown(event.key !== 'Escape');

  return (
    <div className={classes.plot}>
      <Axis ticks={scale.ticks} top={scale.top} />
      <div className={classes.area} onPointerMove={point} onPointerDown={point} onPointerLeave={leave}>
        {isShown && (
          <div className={classes.band} style={{ left: share(at / days.length), width: share(1 / days.length) }} />
        )}
        <Bars activity={activity} scale={scale} />
        <input
          type="range"
          className={classes.slider}
          min={0}
          max={last}
          value={at}
          aria-label="Day"
          aria-valuetext={day && describeDay(day)}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          onKeyDown={press}
          onFocus={() => setShown(true)}
          onBlur={() => setShown(false)}
        />
        {isShown && day !== undefined && <DayFigures day={day} at={(at + 0.5) / days.length} />}
      </div>
      <DayLabels activity={activity} />
      <span className={classes.unit} aria-hidden>
        UTC days
      </span>
    </div>
  );
}

function Bars({ activity, scale }: { activity: MemberActivity; scale: Scale }) {
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={describeActivity(activity)}>
      {barsOf(activity.days, scale).flatMap((bar) =>
        bar.segments.map(({ severity, y, height }) => (
          <rect
            key={`${bar.day} ${severity}`}
            x={bar.x * 100}
            width={bar.width * 100}
            y={y * 100}
            height={height * 100}
            data-severity={severity}
            data-thin={height < thinBelow || undefined}
          />
        )),
      )}
    </svg>
  );
}

function DayLabels({ activity: { days, to } }: { activity: MemberActivity }) {
  return (
    <div className={classes.days} aria-hidden>
      {namedDays(days.length, 7).map((index, label, all) => (
        <span
          key={index}
          style={{ left: share((index + 0.5) / days.length) }}
          data-second={(all.length - 1 - label) % 2 === 1 || undefined}
        >
          {formatShortDay(days[index]?.day ?? to)}
        </span>
      ))}
    </div>
  );
}

const share = (of: number): string => `${of * 100}%`;

function Axis({ ticks, top }: { ticks: readonly number[]; top: number }) {
  return (
    <>
      <div className={classes.ticks} aria-hidden>
        {/* Invisible: gives the column the width of its widest number. */}
        <span className={classes.widest}>{ticks.map(formatTick).reduce((a, b) => (b.length > a.length ? b : a))}</span>
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: share(tick / top) }}>
            {formatTick(tick)}
          </span>
        ))}
      </div>
      <div className={classes.lines} aria-hidden>
        {ticks.map((tick) => (
          <i key={tick} style={{ bottom: share(tick / top) }} />
        ))}
      </div>
    </>
  );
}

/** Hidden from screen readers: the slider reads out the same. */
function DayFigures({ day, at }: { day: ActivityDay; at: number }) {
  const beside = at < 0.5 ? { left: `calc(${at * 100}% + 1rem)` } : { right: `calc(${(1 - at) * 100}% + 1rem)` };
  return (
    <div className={classes.figures} style={beside} aria-hidden>
      <strong>{formatFigureDay(day.day)}</strong>
      {/* In the order of the bar, from the top. */}
      {severities.toReversed().map((severity) => (
        <span key={severity} className={classes.figure}>
          <i data-severity={severity} />
          {severityNames[severity]}
          <b>{formatNumber(day[severity])}</b>
        </span>
      ))}
      <span className={classes.figure}>
        <i />
        Total
        <b>{formatNumber(totalOf(day))}</b>
      </span>
    </div>
  );
}
