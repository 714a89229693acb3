import type { AttentionKind, AttentionRow } from '@goal/contract';
import { Link } from '@goal/ui/components/link.tsx';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { StackedCell, StackedHead, StackedRow, StackedTable } from '@goal/ui/components/stacked-table.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { Anchor, Text } from '@mantine/core';

import { pathOfSite } from '../../lib/paths.ts';
import { Tick, tickColumn, tickHeadClass } from '../several/tick.tsx';
import classes from './attention.module.css';
import { kinds, pathOfAct } from './kinds.ts';

const columns = ['Who', 'Plan', 'What', 'Since', 'Act'];

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
  const shown = selection === undefined ? columns : [tickColumn, ...columns];
  return (
    <StackedTable
      label={kinds[kind].name}
      columns={shown}
      headClasses={{ [tickColumn]: tickHeadClass }}
      isBusy={isOld || rows === undefined}
      isOld={isWaiting}
    >
      {rows === undefined ? (
        <SkeletonRows columns={shown.length} />
      ) : (
        rows.map((row) => (
          <Row key={`${row.account_id} ${row.site_id} ${row.since}`} kind={kind} row={row} selection={selection} />
        ))
      )}
    </StackedTable>
  );
}

type RowProps = { kind: AttentionKind; row: AttentionRow; selection: Selection | undefined };

function Row({ kind, row, selection }: RowProps) {
  const who = row.domain ?? row.email;
  const { act } = kinds[kind];
  return (
    <StackedRow>
      {selection !== undefined && (
        <StackedCell of={tickColumn}>
          <Tick
            name={row.email}
            isOn={selection.ticked.includes(row.account_id)}
            onChange={(on) => selection.onTick([row.account_id], on)}
          />
        </StackedCell>
      )}
      <StackedHead className={classes.who}>
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
        {row.name !== null && (
          <Text size="xs">
            <bdi>{row.name}</bdi>
          </Text>
        )}
      </StackedHead>
      <StackedCell of="Plan">{row.plan}</StackedCell>
      <StackedCell of="What" className={classes.what}>
        <bdi>{row.sentence}</bdi>
      </StackedCell>
      <StackedCell of="Since">
        {row.since === null ? '–' : <Time value={row.since} as={kind === 'refused' ? 'ago' : 'day'} />}
      </StackedCell>
      <StackedCell of="Act">
        <Anchor component={Link} href={pathOfAct(kind, row)} size="sm" aria-label={`${act}: ${who}`}>
          {act}
        </Anchor>
      </StackedCell>
    </StackedRow>
  );
}
