import type { AttentionKind, AttentionRow } from '@goal/contract';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { Link } from '@goal/ui/page/link.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { Anchor, Text } from '@mantine/core';

import { pathOfSite } from '../../lib/paths.ts';
import { Tick, tickColumn, tickHeadClass } from '../several/tick.tsx';
import classes from './attention.module.css';
import { kinds, pathOfAct } from './kinds.ts';

type Selection = { ticked: readonly string[]; onTick: (ids: readonly string[], on: boolean) => void };

type Props = {
  kind: AttentionKind;
  query: Query<{ items: readonly AttentionRow[] }>;
  /** The selected accounts, where rows can be selected. */
  selection?: Selection;
};

/** One row for each account or site, with what is the matter and the act that helps. */
export function AttentionTable({ kind, query, selection }: Props) {
  const { act, name } = kinds[kind];
  return (
    <DataTable
      label={name}
      query={query}
      rows={query.data?.items}
      keyOf={(row) => `${row.account_id} ${row.site_id} ${row.since}`}
      columns={[
        selection !== undefined && {
          head: tickColumn,
          headClass: tickHeadClass,
          cell: ({ account_id: id, email }) => (
            <Tick name={email} isOn={selection.ticked.includes(id)} onChange={(on) => selection.onTick([id], on)} />
          ),
        },
        { head: 'Who', isTitle: true, className: classes.who, cell: (row) => <Who row={row} /> },
        { head: 'Plan', cell: ({ plan }) => plan },
        { head: 'What', className: classes.what, cell: ({ sentence }) => <bdi>{sentence}</bdi> },
        {
          head: 'Since',
          cell: ({ since }) => (since === null ? '–' : <Time value={since} as={kind === 'refused' ? 'ago' : 'day'} />),
        },
        {
          head: 'Act',
          cell: (row) => (
            <Anchor
              component={Link}
              href={pathOfAct(kind, row)}
              size="sm"
              aria-label={`${act}: ${row.domain ?? row.email}`}
            >
              {act}
            </Anchor>
          ),
        },
      ]}
    />
  );
}

function Who({ row }: { row: AttentionRow }) {
  return (
    <>
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
    </>
  );
}
