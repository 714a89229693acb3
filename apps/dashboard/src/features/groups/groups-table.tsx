import type { MemberGroup } from '@goal/contract';
import { Link } from '@goal/ui/components/link.tsx';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { StackedCell, StackedHead, StackedRow, StackedTable } from '@goal/ui/components/stacked-table.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { Anchor, Text } from '@mantine/core';

import { pathOfGroup } from '../../lib/paths.ts';
import tables from '../table.module.css';

type Props = {
  accountId: string;
  /** Undefined while they are loading. */
  groups: readonly MemberGroup[] | undefined;
  /** The rows answer the previous search. */
  isOld: boolean;
};

const columns = ['Group', 'Sites', 'Silent', 'Events today', 'Keys'];

/** One group in each row. */
export function GroupsTable({ accountId, groups, isOld }: Props) {
  return (
    <StackedTable label="Groups" columns={columns} isBusy={groups === undefined} isOld={isOld}>
      {groups === undefined ? (
        <SkeletonRows rows={4} columns={columns.length} />
      ) : (
        groups.map(({ id, name, external_ref: reference, ...figures }) => (
          <StackedRow key={id}>
            <StackedHead className={tables.text}>
              <Anchor component={Link} href={pathOfGroup(accountId, id)} inherit>
                <bdi>{name}</bdi>
              </Anchor>
              {reference !== null && (
                <Text size="sm" c="dimmed" fw={400}>
                  <bdi>{reference}</bdi>
                </Text>
              )}
            </StackedHead>
            <StackedCell of="Sites">{formatNumber(figures.site_count)}</StackedCell>
            <StackedCell of="Silent">
              {figures.silent_sites === 0 ? '–' : formatNumber(figures.silent_sites)}
            </StackedCell>
            <StackedCell of="Events today">{formatNumber(figures.events_today)}</StackedCell>
            <StackedCell of="Keys">{formatNumber(figures.active_key_count)}</StackedCell>
          </StackedRow>
        ))
      )}
    </StackedTable>
  );
}
