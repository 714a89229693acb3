/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- see StackedTable */
import type { CSSProperties, ReactNode } from 'react';

import classes from './stacked-table.module.css';
import { TableRegion } from './table-region.tsx';

/** The column whose cells hold the buttons of a row. */
export const actionsColumn = 'Actions';

type Props = {
  /** Names the region around the table: «API keys». */
  label: string;
  columns: readonly string[];
  /** Whether the rows are still loading. */
  isBusy: boolean;
  /** Whether the rows answer the previous query. */
  isOld?: boolean;
  /** Class of the table. */
  className?: string | undefined;
  /** Classes of the heads of columns, by name. */
  headClasses?: Readonly<Record<string, string | undefined>>;
  /** Whether the widths of the columns follow from their heads alone. */
  isFixed?: boolean;
  /** What the longest name of a column needs on a card. */
  labelWidth?: string;
  /** `StackedRow`s or `SkeletonRows`. */
  children: ReactNode;
};

/**
 * A table whose rows become cards where it has little space, each value beside the name of its
 * column. Every part has its role written out, because some browsers take the roles of a table from
 * its parts as soon as a style sheet lays them out in another way.
 */
export function StackedTable({
  label,
  columns,
  isBusy,
  isOld = false,
  className,
  headClasses = {},
  isFixed = false,
  labelWidth = '6.25rem',
  children,
}: Props) {
  // A custom property is no key of CSSProperties.
  const style = { '--label-width': labelWidth } as CSSProperties;
  return (
    <div className={classes.space} style={style} data-many={columns.length > 5 && columns.includes(actionsColumn)}>
      <TableRegion label={label} className={classes.stack}>
        <table
          role="table"
          className={className}
          aria-busy={isBusy || isOld}
          data-old={isOld || undefined}
          data-fixed={isFixed || undefined}
        >
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((name) => (
                <th
                  key={name}
                  role="columnheader"
                  scope="col"
                  className={headClasses[name]}
                  data-figure={name === actionsColumn || undefined}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">{children}</tbody>
        </table>
      </TableRegion>
    </div>
  );
}

/** A row of a `StackedTable`. */
export function StackedRow({ children }: { children: ReactNode }) {
  return <tr role="row">{children}</tr>;
}

type CellProps = {
  /** The name of the cell's column. */
  of: string;
  className?: string | undefined;
  children: ReactNode;
};

/** A value, which has the name of its column before it on a card. */
export function StackedCell({ of, className, children }: CellProps) {
  return (
    <td role="cell" data-label={of} className={className}>
      <div>{children}</div>
    </td>
  );
}

/** The cell that names a row: the title of its card. */
export function StackedHead({ className, children }: Omit<CellProps, 'of'>) {
  return (
    <th role="rowheader" scope="row" className={className}>
      {children}
    </th>
  );
}

/** The buttons of a row. */
export function StackedActions({ children }: { children: ReactNode }) {
  return (
    <td role="cell" data-figure data-actions>
      <div>{children}</div>
    </td>
  );
}
