import type { AttentionKind, AttentionRow } from '@goal/contract';
import { Link } from '@goal/ui/components/link.tsx';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { TableRegion } from '@goal/ui/components/table-region.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { Anchor } from '@mantine/core';

import { pathOfSite } from '../../lib/paths.ts';
import classes from './attention.module.css';
import { kinds, pathOfAct } from './kinds.ts';

type Props = {
  kind: AttentionKind;
  /** Undefined while they are loading. */
  rows: readonly AttentionRow[] | undefined;
  /** The rows answer the previous query. */
  isOld: boolean;
  /** The answer to the current query is late: the rows are dimmed. */
  isWaiting: boolean;
};

/** One row for each account or site, with what is the matter and the act that helps. */
export function AttentionTable({ kind, rows, isOld, isWaiting }: Props) {
  return (
    <TableRegion label={kinds[kind].name}>
      <table data-old={isWaiting || undefined} aria-busy={isOld || rows === undefined} className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">Plan</th>
            <th scope="col">What</th>
            <th scope="col">Since</th>
            <th scope="col">Act</th>
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? (
            <SkeletonRows columns={5} />
          ) : (
            rows.map((row) => <Row key={`${row.account_id} ${row.site_id} ${row.since}`} kind={kind} row={row} />)
          )}
        </tbody>
      </table>
    </TableRegion>
  );
}

function Row({ kind, row }: { kind: AttentionKind; row: AttentionRow }) {
  const who = row.domain ?? row.email;
  const { act } = kinds[kind];
  return (
    <tr>
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
      <td>{row.since !== null && <Time value={row.since} as="day" />}</td>
      <td>
        <Anchor component={Link} href={pathOfAct(kind, row)} size="sm" aria-label={`${act}: ${who}`}>
          {act}
        </Anchor>
      </td>
    </tr>
  );
}
