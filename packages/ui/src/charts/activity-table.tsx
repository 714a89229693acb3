import { type MemberActivity, severities } from '@goal/contract';

import { formatNumber } from '../lib/numbers.ts';
import { formatUtcDay } from '../text/time.tsx';
import { DataTable } from '../table/data-table.tsx';
import classes from './activity.module.css';
import { totalOf, totalsOf } from './geometry.ts';
import { severityNames } from './wording.ts';

/** The numbers of the chart, newest day first, below their sums. */
export function ActivityTable({ activity }: { activity: MemberActivity }) {
  const sums = { day: 'All', ...totalsOf(activity.days) };
  return (
    <div className={classes.table}>
      <DataTable
        label="Events a UTC day by severity, as a table"
        scrolls
        rows={[sums, ...activity.days.toReversed()]}
        keyOf={({ day }) => day}
        columns={[
          { head: 'UTC day', isTitle: true, cell: ({ day }) => (day === sums.day ? day : formatUtcDay(day)) },
          ...severities.map((severity) => ({
            head: severityNames[severity],
            isFigure: true,
            cell: (counts: typeof sums) => formatNumber(counts[severity]),
          })),
          {
            head: 'Total',
            isFigure: true,
            className: classes.total,
            cell: (counts) => formatNumber(counts === sums ? activity.total : totalOf(counts)),
          },
        ]}
      />
    </div>
  );
}
