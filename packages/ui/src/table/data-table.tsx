/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- see DataTable */
import type { CSSProperties, ReactNode } from 'react';

import classes from './data-table.module.css';
import { ErrorState } from '../state/error-state.tsx';
import { SkeletonRows } from '../state/skeletons.tsx';
import { TableRegion } from './table-region.tsx';
import { useDelayed } from '../state/use-delayed.ts';

/** The column whose cells hold the buttons of a row. */
const actionsColumn = 'Actions';

export type Column<Row> = {
  /** Its name, which stands before each value on a card. */
  head: string;
  cell: (row: Row, index: number) => ReactNode;
  /** Whether its cells name their rows: the titles of the cards. */
  isTitle?: boolean;
  /** Whether its values stand at the end of their cells, one digit below the other. */
  isFigure?: boolean;
  className?: string | undefined;
  headClass?: string | undefined;
};

export type Query<Data = unknown> = {
  data: Data | undefined;
  error: unknown;
  isPlaceholderData?: boolean;
  refetch: () => unknown;
};

type Props<Row> = {
  /** Names the region around the table: «API keys». */
  label: string;
  /** A column that is false is left out. */
  columns: readonly (Column<Row> | false)[];
  /** The buttons of a row, in a column of their own. */
  actions?: false | Column<Row>['cell'];
  actionsClass?: string;
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  /** Its failure replaces missing rows. Rows of the former question are dimmed once it is late. */
  query?: Query;
  /** Stands in place of a table that has no rows. */
  empty?: ReactNode;
  keyOf: (row: Row, index: number) => string;
  /** How many rows are drawn while they are loading. */
  skeletonRows?: number;
  className?: string | undefined;
  regionClass?: string | undefined;
  /** Whether the widths of the columns follow from their heads alone. */
  isFixed?: boolean;
  /** Whether it stays a table where it has little space, and scrolls there. */
  scrolls?: boolean;
  /** What the longest name of a column needs on a card. */
  labelWidth?: string;
};

/**
 * A table whose rows become cards where it has little space, each value beside the name of its
 * column. Every part has its role written out, because some browsers take the roles of a table from
 * its parts as soon as a style sheet lays them out in another way.
 */
export function DataTable<Row>({ label, rows, query, keyOf, scrolls = false, ...props }: Props<Row>) {
  const { actions = false, isFixed = false } = props;
  const isOld = query?.isPlaceholderData === true;
  const isWaiting = useDelayed(isOld);
  if (rows === undefined && query !== undefined && query.error !== null) return <ErrorState query={query} />;
  if (rows?.length === 0 && props.empty !== undefined && props.empty !== false) return props.empty;
  const last = actions !== false && {
    head: actionsColumn,
    cell: actions,
    headClass: props.actionsClass,
    isFigure: true,
  };
  const columns = [...props.columns, last].filter((column) => column !== false);
  const table = (
    <TableRegion label={label} className={scrolls ? props.regionClass : classes.stack}>
      <table
        role="table"
        className={props.className}
        aria-busy={isOld || rows === undefined}
        data-old={isWaiting || undefined}
        data-fixed={isFixed || undefined}
      >
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, headClass, isFigure = false }) => (
              <th key={head} role="columnheader" scope="col" className={headClass} data-figure={isFigure || undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows === undefined ? (
            <SkeletonRows rows={props.skeletonRows ?? 10} columns={columns.length} />
          ) : (
            rows.map((row, index) => (
              <tr key={keyOf(row, index)} role="row">
                {columns.map((column) => (
                  <Cell key={column.head} {...column}>
                    {column.cell(row, index)}
                  </Cell>
                ))}
              </tr>
            ))
          )}
        </tbody>
      </table>
    </TableRegion>
  );
  if (scrolls) return table;
  // A custom property is no key of CSSProperties.
  const style = { '--label-width': props.labelWidth } as CSSProperties;
  return (
    <div className={classes.space} style={style} data-many={last !== false && columns.length > 5}>
      {table}
    </div>
  );
}

type CellProps = Omit<Column<unknown>, 'cell'> & { children: ReactNode };

function Cell({ head, isTitle = false, isFigure = false, className, children }: CellProps) {
  if (isTitle)
    return (
      <th role="rowheader" scope="row" className={className}>
        {children}
      </th>
    );
  const kind = head === actionsColumn ? { 'data-actions': true } : { 'data-label': head };
  return (
    <td role="cell" className={className} data-figure={isFigure || undefined} {...kind}>
      <div>{children}</div>
    </td>
  );
}
