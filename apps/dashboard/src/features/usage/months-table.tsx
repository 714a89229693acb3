import type { Usage } from '@goal/contract';
import { TableRegion } from '@goal/ui/table/table-region.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';

import { formatShortMonth } from '../../lib/month-names.ts';
import { formatBytes } from './sentences.ts';
import classes from './usage.module.css';

type Props = Pick<Usage, 'months' | 'fair_use_events'>;

/** What was accepted in each of the last twelve months, the newest first. */
export function MonthsTable({ months, fair_use_events: fairUse }: Props) {
  const most = Math.max(1, ...months.map(({ events }) => events));
  const isOver = (events: number): boolean => fairUse !== null && fairUse >= 0 && events > fairUse;
  return (
    <TableRegion label="Twelve months, table">
      <table>
        <thead>
          <tr>
            <th scope="col">Month (UTC)</th>
            <th scope="col" data-figure>
              Events
            </th>
            {/* The bars say again what the figures say. */}
            <td className={classes.bar} aria-hidden />
            <th scope="col" data-figure>
              Size
            </th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, events, bytes }) => (
            <tr key={month}>
              <th scope="row" className={classes.month}>
                {formatShortMonth(month)}
              </th>
              <td data-figure>{formatNumber(events)}</td>
              <td className={classes.bar} aria-hidden>
                {events > 0 && (
                  <i style={{ width: `${(events / most) * 100}%` }} data-over={isOver(events) || undefined} />
                )}
              </td>
              <td data-figure>{formatBytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}
