import type { AttentionKind, AttentionRow } from '@goal/contract';
import { Link } from '@goal/ui/components/link.tsx';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { TableRegion } from '@goal/ui/components/table-region.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { Anchor } from '@mantine/core';

import { pathOfSite } from '../../lib/paths.ts';
import { Tick, TickHead } from '../several/tick.tsx';
import classes from './attention.module.css';
import { kinds, pathOfAct } from './kinds.ts';

type Selection = { ticked: readonly string[]; onTick: (ids: readonly string[], on: boolean) => void };

type Props = {
  kind: AttentionKind;
  /** Undefined while they are loading. */
  rows: readonly AttentionRow[] | undefined;
  /** The selected accounts, where rows can be selected. */
  selection?: Selection;
  /** The rows answer the previous query. */
  isOld: boolean;
  /** The answer to the current query is late: the rows are dimmed. */
  isWaiting: boolean;
};

/** One row for each account or site, with what is the matter and the act that helps. */
export function AttentionTable({ kind, rows, selection, isOld, isWaiting }: Props) {
  return (
    <TableRegion label={kinds[kind].name}>
      <table data-old={isWaiting || undefined} aria-busy={isOld || rows === undefined} className={classes.table}>
        <thead>
          <tr>
            {selection !== undefined && <TickHead />}
            <th scope="col">Who</th>
            <th scope="col">Plan</th>
            <th scope="col">What</th>
            <th scope="col">Since</th>
            <th scope="col">Act</th>
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? (
            <SkeletonRows columns={selection === undefined ? 5 : 6} />
          ) : (
            rows.map((row) => (
              <Row key={`${row.account_id} ${row.site_id} ${row.since}`} kind={kind} row={row} selection={selection} />
            ))
          )}
        </tbody>
      </table>
    </TableRegion>
  );
}

type RowProps = { kind: AttentionKind; row: AttentionRow; selection: Selection | undefined };

function Row({ kind, row, selection }: RowProps) {
  const who = row.domain ?? row.email;
  const { act } = kinds[kind];
  return (
    <tr>
      {selection !== undefined && (
        <td>
          <Tick
            name={row.email}
            isOn={selection.ticked.includes(row.account_id)}
            onChange={(on) => selection.onTick([row.account_id], on)}
          />
        </td>
      )}
      <th scope="row" className={classes.who}>
        {row.site_id !== null && (
          <div>
            <Anchor component={Link} href={pathOfSite(row.site_id)} size="sm" dir="auto">
              {row.domain}
            </Anchor>
          </div>
        )}
        <Anchor component={Link} href={`/accounts/${row.account_id}`} size="sm" dir="auto">
          {row.email}
        </Anchor>
      </th>
      <td>{row.plan}</td>
      <td className={classes.what}>
        <bdi>{row.sentence}</bdi>
      </td>
      <td>{row.since !== null && <Time value={row.since} as={kind === 'refused' ? 'ago' : 'day'} />}</td>
      <td>
        <Anchor component={Link} href={pathOfAct(kind, row)} size="sm" aria-label={`${act}: ${who}`}>
          {act}
        </Anchor>
      </td>
    </tr>
  );
}
