import { type MemberActivity, severities } from '@goal/contract';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

import { EmptyState } from '../state/empty-state.tsx';
import { countOf, formatNumber } from '../lib/numbers.ts';
import { useUrlState } from '../field/use-url-state.ts';
import { DataTable } from '../table/data-table.tsx';
import { formatUtcDay } from '../text/time.tsx';
import { ActivityPlot } from './activity-plot.tsx';
import { totalOf, totalsOf } from './geometry.ts';
import { type Answer, ChartCard } from './chart-card.tsx';
import { describeKept, severityNames } from './wording.ts';
import classes from './activity.module.css';

type Props = { order: 2 | 3; query: Answer<MemberActivity>; whenEmpty: ReactNode; actions?: ReactNode };

/** Bars, a legend with totals, the same as a table (`?table=1`), and how many events are kept. */
export function ActivityChart({ order, query, whenEmpty, actions }: Props) {
  return (
    <ChartCard
      title="Events a day"
      order={order}
      note="Kept events by the UTC day they occurred on, and by severity."
      query={query}
      heightRem={24}
      actions={actions}
    >
      {(activity) => (
        <>
          <VisuallyHidden role="status">
            {countOf(activity.total, 'event')} in {activity.days.length} days
          </VisuallyHidden>
          {activity.total === 0 ? (
            <div className={classes.empty}>
              <EmptyState title={`No events in these ${activity.days.length} days`}>{whenEmpty}</EmptyState>
            </div>
          ) : (
            <Chart activity={activity} />
          )}
          {activity.kept !== null && (
            <Text size="sm" c="dimmed" mt="xs">
              {describeKept(activity.kept)}
            </Text>
          )}
        </>
      )}
    </ChartCard>
  );
}

function Chart({ activity }: { activity: MemberActivity }) {
  const [params, change] = useUrlState();
  const isTable = params.get('table') === '1';
  const totals = totalsOf(activity.days);
  return (
    <>
      <ActivityPlot activity={activity} />
      <div className={classes.below}>
        <ul className={classes.legend} aria-label={`Totals of the ${activity.days.length} days`}>
          {severities.map((severity) => (
            <li key={severity}>
              <i data-severity={severity} aria-hidden />
              {severityNames[severity]} <b>{formatNumber(totals[severity])}</b>
            </li>
          ))}
          <li>
            Total <b>{formatNumber(activity.total)}</b>
          </li>
        </ul>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isTable}
          onClick={() => change({ table: isTable ? undefined : '1' }, 'replace')}
        >
          {isTable ? 'Hide the table' : 'Show as table'}
        </Button>
      </div>
      {isTable && <ActivityTable activity={activity} />}
    </>
  );
}

/** The numbers of the chart, newest day first, below their sums. */
function ActivityTable({ activity }: { activity: MemberActivity }) {
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
