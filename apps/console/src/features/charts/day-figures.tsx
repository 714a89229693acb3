import { severities } from '@goal/contract';

import { formatNumber } from '../../ui/numbers.ts';
import classes from './activity.module.css';
import { type ActivityDay, totalOf } from './geometry.ts';
import { formatFigureDay, severityNames } from './wording.ts';

/** The figures of one day, beside its bar. For the eye: the slider says the same to a screen reader. */
export function DayFigures({ day, at }: { day: ActivityDay; at: number }) {
  const beside = at < 0.5 ? { left: `calc(${at * 100}% + 1rem)` } : { right: `calc(${(1 - at) * 100}% + 1rem)` };
  return (
    <div className={classes.figures} style={beside} aria-hidden>
      <strong>{formatFigureDay(day.day)}</strong>
      {/* The order of the bar, from its top. */}
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
