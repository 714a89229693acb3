import { type MemberActivity, severities } from '@goal/contract';

import { formatNumber } from '../lib/numbers.ts';
import { TableRegion } from '../components/table-region.tsx';
import { formatUtcDay } from '../components/time.tsx';
import classes from './activity.module.css';
import { totalOf, totalsOf } from './geometry.ts';
import { severityNames } from './wording.ts';

/** The numbers of the chart, newest day first. */
export function ActivityTable({ activity }: { activity: MemberActivity }) {
  const totals = totalsOf(activity.days);
  return (
    <div className={classes.table}>
      <TableRegion label="Events a UTC day by severity, as a table">
        <table>
          <thead>
            <tr>
              <th scope="col">UTC day</th>
              {severities.map((severity) => (
                <th key={severity} scope="col" data-figure>
                  {severityNames[severity]}
                </th>
              ))}
              <th scope="col" data-figure>
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            <Row name="All" counts={totals} total={activity.total} />
            {activity.days.toReversed().map((day) => (
              <Row key={day.day} name={formatUtcDay(day.day)} counts={day} total={totalOf(day)} />
            ))}
          </tbody>
        </table>
      </TableRegion>
    </div>
  );
}

type RowProps = { name: string; counts: ReturnType<typeof totalsOf>; total: number };

function Row({ name, counts, total }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {severities.map((severity) => (
        <td key={severity} data-figure>
          {formatNumber(counts[severity])}
        </td>
      ))}
      <td data-figure data-strong>
        {formatNumber(total)}
      </td>
    </tr>
  );
}
