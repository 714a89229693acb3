import { Badge, Text } from '@mantine/core';
import type { RouterOutputs } from '@goal/client/trpc';
import { Link } from '@goal/ui/page/link.tsx';
import { SkeletonRows } from '@goal/ui/state/skeletons.tsx';
import { TableRegion } from '@goal/ui/table/table-region.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { memo, type Ref } from 'react';

import { Tick, TickHead } from '../several/tick.tsx';
import classes from './accounts.module.css';
import { onTableKeyDown } from './row-keys.ts';

type Row = RouterOutputs['admin']['accounts']['list']['accounts'][number];
type Props = {
  ref: Ref<HTMLTableElement>;
  rows: readonly Row[] | undefined;
  ticked: readonly string[];
  onTick: (ids: readonly string[], on: boolean) => void;
  /** The rows answer the previous query. */
  isOld: boolean;
  /** The answer to the current query is late: the rows are dimmed. */
  isWaiting: boolean;
};

/** One row per account. The arrow keys move between the rows. */
export function AccountsTable({ ref, rows, ticked, onTick, isOld, isWaiting }: Props) {
  return (
    <TableRegion label="Accounts">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys move between the links of its rows */}
      <table
        ref={ref}
        className={classes.table}
        data-old={isWaiting || undefined}
        aria-busy={isOld || rows === undefined}
        onKeyDown={onTableKeyDown}
        data-hover
      >
        <thead>
          <tr>
            <TickHead />
            <th scope="col" className={classes.first}>
              E-mail
            </th>
            <th scope="col">Plan</th>
            <th scope="col">Reseller</th>
            <th scope="col" className={classes.number}>
              Active sites
            </th>
            <th scope="col" className={classes.number}>
              Paused sites
            </th>
            <th scope="col" className={classes.number}>
              Events this month
            </th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? (
            <SkeletonRows columns={8} />
          ) : (
            rows.map((row) => <AccountRow key={row.id} row={row} isTicked={ticked.includes(row.id)} onTick={onTick} />)
          )}
        </tbody>
      </table>
    </TableRegion>
  );
}

const found = {
  site: 'site',
  site_key: 'site key',
  account_key: 'account key',
  group_key: 'group key',
  group: 'group',
};

type RowProps = Pick<Props, 'onTick'> & { row: Row; isTicked: boolean };

/** Memoized: a row does not change when the list is marked as old. */
const AccountRow = memo(function AccountRow({ row, isTicked, onTick }: RowProps) {
  return (
    <tr className={classes.row}>
      <td>
        <Tick name={row.email} isOn={isTicked} onChange={(on) => onTick([row.id], on)} />
      </td>
      <th scope="row" className={classes.first}>
        <Link href={`/accounts/${row.id}`} data-row className={classes.email} dir="auto">
          {row.email}
        </Link>
        {row.name !== undefined && (
          <Text size="xs" fw={400} className={classes.match}>
            <bdi>{row.name}</bdi>
          </Text>
        )}
        {row.match !== undefined && (
          <Text size="xs" c="dimmed" fw={400} className={classes.match}>
            {found[row.match.kind]} <bdi>{row.match.text}</bdi>
          </Text>
        )}
      </th>
      <td>{row.plan}</td>
      <td>
        {row.is_reseller && (
          <Badge variant="light" color="grape" size="sm" tt="none" className={classes.badge}>
            Reseller
          </Badge>
        )}
      </td>
      <td className={classes.number}>{formatNumber(row.sites_active)}</td>
      <td className={classes.number}>{formatNumber(row.sites_paused)}</td>
      <td className={classes.number}>
        {row.events_this_month === undefined ? '' : formatNumber(row.events_this_month)}
      </td>
      <td>
        <Time value={row.created_at} as="day" />
      </td>
    </tr>
  );
});
