'use client';

import type { Activity } from '@goal/contract';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';

import classes from './activity.module.css';
import { DayFigures } from './day-figures.tsx';
import { barsOf, dayAt, namedDays, scaleTo, totalOf } from './geometry.ts';
import { formatShortDay, formatTick, sayActivity, sayDay } from './wording.ts';

/** Below this share of the plot a segment is too thin for a line around it. */
const thin = 0.02;

/**
 * The bars. A pointer shows the figures of the day below it; by keyboard an invisible slider goes along the days, which brings the arrow
 * keys, Home and End, and has each day read out.
 */
export function ActivityPlot({ activity }: { activity: Activity }) {
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
    // A finger that is lifted leaves too; its figures stay until the next touch.
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
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={sayActivity(activity)}>
          {barsOf(days, scale).flatMap((bar) =>
            bar.segments.map(({ severity, y, height }) => (
              <rect
                key={`${bar.day} ${severity}`}
                x={bar.x * 100}
                width={bar.width * 100}
                y={y * 100}
                height={height * 100}
                data-severity={severity}
                data-thin={height < thin || undefined}
              />
            )),
          )}
        </svg>
        <input
          type="range"
          className={classes.slider}
          min={0}
          max={last}
          value={at}
          aria-label="Day"
          aria-valuetext={day && sayDay(day)}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          onKeyDown={press}
          onFocus={() => setShown(true)}
          onBlur={() => setShown(false)}
        />
        {isShown && day !== undefined && <DayFigures day={day} at={(at + 0.5) / days.length} />}
      </div>
      <div className={classes.days} aria-hidden>
        {namedDays(days.length, 7).map((index, place, all) => (
          <span
            key={index}
            style={{ left: share((index + 0.5) / days.length) }}
            data-second={(all.length - 1 - place) % 2 === 1 || undefined}
          >
            {formatShortDay(days[index]?.day ?? activity.to)}
          </span>
        ))}
      </div>
      <span className={classes.unit} aria-hidden>
        UTC days
      </span>
    </div>
  );
}

const share = (of: number): string => `${of * 100}%`;

/** Round numbers and a line for each. */
function Axis({ ticks, top }: { ticks: readonly number[]; top: number }) {
  return (
    <>
      <div className={classes.ticks} aria-hidden>
        {/* Not seen: as wide as the widest. */}
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
