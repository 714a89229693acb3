import type { ReactNode } from 'react';

import { formatNumber } from '../lib/numbers.ts';
import { TableRegion } from '../components/table-region.tsx';
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
    <TableRegion label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{noun}</th>
            <th scope="col" data-figure>
              Events
            </th>
            <th scope="col" className={classes.share}>
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, events }) => (
            <tr key={key}>
              <th scope="row" className={classes.name}>
                {name}
              </th>
              <td data-figure>{formatNumber(events)}</td>
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is not a control */}
              <td>
                <div className={classes.part}>
                  <i aria-hidden style={{ width: `${shareOf(events, most) * 100}%` }} />
                  <span>{formatShare(shareOf(events, total))}</span>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}
