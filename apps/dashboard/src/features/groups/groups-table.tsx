import type { MemberGroup } from '@goal/contract';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { Link } from '@goal/ui/page/link.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { pathOfGroup } from '../../lib/paths.ts';
import tables from '../table.module.css';

type Props = {
  accountId: string;
  query: Query;
  /** Undefined while they are loading. */
  groups: readonly MemberGroup[] | undefined;
  empty: ReactNode;
};

/** One group in each row. */
export function GroupsTable({ accountId, query, groups, empty }: Props) {
  return (
    <DataTable
      label="Groups"
      query={query}
      rows={groups}
      empty={empty}
      skeletonRows={4}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Group',
          isTitle: true,
          className: tables.text,
          cell: ({ id, name, external_ref: reference }) => (
            <>
              <Anchor component={Link} href={pathOfGroup(accountId, id)} inherit>
                <bdi>{name}</bdi>
              </Anchor>
              {reference !== null && (
                <Text size="sm" c="dimmed" fw={400}>
                  <bdi>{reference}</bdi>
                </Text>
              )}
            </>
          ),
        },
        { head: 'Sites', cell: ({ site_count: count }) => formatNumber(count) },
        { head: 'Silent', cell: ({ silent_sites: count }) => (count === 0 ? '–' : formatNumber(count)) },
        { head: 'Events today', cell: ({ events_today: count }) => formatNumber(count) },
        { head: 'Keys', cell: ({ active_key_count: count }) => formatNumber(count) },
      ]}
    />
  );
}
