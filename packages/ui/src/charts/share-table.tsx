import type { ReactNode } from 'react';

import { formatNumber } from '../lib/numbers.ts';
import { DataTable } from '../table/data-table.tsx';
import { shareOf } from './geometry.ts';
import classes from './share-table.module.css';
import { formatShare } from './wording.ts';

type Props = {
  label: string;
  /** What each row is: «Site». */
  noun: string;
  rows: readonly { key: string; name: ReactNode; events: number }[];
  /** The number of events that makes 100 %. */
  total: number;
};

/** A table whose rows show a number of events, and its share of the total as a figure and a bar. */
export function ShareTable({ label, noun, rows, total }: Props) {
  const most = Math.max(...rows.map((row) => row.events));
  return (
    <DataTable
      label={label}
      scrolls
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { head: noun, isTitle: true, className: classes.name, cell: ({ name }) => name },
        { head: 'Events', isFigure: true, cell: ({ events }) => formatNumber(events) },
        {
          head: 'Share',
          headClass: classes.share,
          cell: ({ events }) => (
            <div className={classes.part}>
              <i aria-hidden style={{ width: `${shareOf(events, most) * 100}%` }} />
              <span>{formatShare(shareOf(events, total))}</span>
            </div>
          ),
        },
      ]}
    />
  );
}
