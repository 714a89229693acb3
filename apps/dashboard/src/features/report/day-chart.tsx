import type { Report } from '@goal/contract';
import { barsOf, scaleTo, totalOf } from '@goal/ui/charts/geometry.ts';
import { describeActivity, formatShortDay } from '@goal/ui/charts/wording.ts';
import { countOf } from '@goal/ui/lib/numbers.ts';

import classes from './report.module.css';

/** Shapes of SVG are printed where a browser leaves out grounds. */
export function DayChart({ days }: { days: Report['by_day'] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const total = days.reduce((sum, day) => sum + totalOf(day), 0);
  if (total === 0) return null;
  const scale = scaleTo(Math.max(...days.map(totalOf)));
  const label = describeActivity({
    from: first.day,
    to: last.day,
    days: [...days],
    total,
    kept: { events: 0, oldest_day: null, kept_until: null },
  });
  return (
    <figure className={classes.chart}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={label}>
        {barsOf(days, scale).flatMap((bar) =>
          bar.segments.map(({ severity, y, height }) => (
            <rect
              key={`${bar.day} ${severity}`}
              x={bar.x * 100}
              width={bar.width * 100}
              y={y * 100}
              height={height * 100}
              data-severity={severity}
            />
          )),
        )}
      </svg>
      <figcaption aria-hidden>
        <span>{formatShortDay(first.day)}</span>
        <span>up to {countOf(scale.top, 'event')} a day</span>
        <span>{formatShortDay(last.day)}</span>
      </figcaption>
    </figure>
  );
}
