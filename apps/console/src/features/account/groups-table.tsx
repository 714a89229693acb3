import type { RouterOutputs } from '@goal/client/trpc';
import { Link } from '@goal/ui/components/link.tsx';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { TableRegion } from '@goal/ui/components/table-region.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { Anchor } from '@mantine/core';

import { pathOfGroup, pathOfGroupKeys } from '../../lib/paths.ts';
import classes from './account.module.css';
import { Name } from './name.tsx';

type Group = RouterOutputs['admin']['accounts']['groups']['list']['groups'][number];
type Props = {
  /** Id of the account. */
  id: string;
  /** Undefined while they are loading. */
  groups: readonly Group[] | undefined;
  /** The rows answer the previous query. */
  isOld: boolean;
  /** The answer to the current query is late: the rows are dimmed. */
  isWaiting: boolean;
};

/** One row per group, with links to its sites and to its keys. */
export function GroupsTable({ id, groups, isOld, isWaiting }: Props) {
  return (
    <TableRegion label="Groups">
      <table data-old={isWaiting || undefined} aria-busy={isOld || groups === undefined}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">External reference</th>
            <th scope="col" className={classes.figure}>
              Sites
            </th>
            <th scope="col" className={classes.figure}>
              Active keys
            </th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {groups === undefined ? (
            <SkeletonRows columns={5} />
          ) : (
            groups.map((group) => <GroupRow key={group.id} id={id} group={group} />)
          )}
        </tbody>
      </table>
    </TableRegion>
  );
}

function GroupRow({ id, group }: { id: string; group: Group }) {
  const keys = formatNumber(group.active_key_count);
  return (
    <tr>
      <th scope="row" className={classes.name}>
        <Anchor component={Link} href={pathOfGroup(id, group.id)} size="sm">
          <Name text={group.name} />
        </Anchor>
      </th>
      <td className={classes.name}>
        <Name text={group.external_ref} />
      </td>
      <td className={classes.figure}>{formatNumber(group.site_count)}</td>
      <td className={classes.figure}>
        <Anchor
          component={Link}
          href={pathOfGroupKeys(id, group.id)}
          size="sm"
          aria-label={`Keys of ${group.name}: ${keys} active`}
        >
          {keys}
        </Anchor>
      </td>
      <td>
        <Time value={group.created_at} as="day" />
      </td>
    </tr>
  );
}
