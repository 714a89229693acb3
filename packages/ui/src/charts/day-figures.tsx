import { severities } from '@goal/contract';

import { formatNumber } from '../lib/numbers.ts';
import classes from './activity.module.css';
import { type ActivityDay, totalOf } from './geometry.ts';
import { formatFigureDay, severityNames } from './wording.ts';

/**
 * The figures of one day beside its bar. Hidden from screen readers: the slider reads out the same.
 */
export function DayFigures({ day, at }: { day: ActivityDay; at: number }) {
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
