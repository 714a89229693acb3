'use client';

import { isUuid } from '@goal/contract';
import { Anchor } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link from 'next/link';

import { useTRPC } from '../../trpc/trpc.ts';
import { Count } from '../../ui/count.tsx';
import { countedPage } from '../../ui/counted.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Pager, usePage } from '../../ui/pager.tsx';
import { SkeletonRows } from '../../ui/skeletons.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { Time } from '../../ui/time.tsx';
import { useLasting } from '../../ui/use-lasting.ts';
import { useUrlState } from '../../ui/use-url-state.ts';
import classes from './account.module.css';
import { GroupKeys } from './group-keys.tsx';
import { Name } from './name.tsx';
import { pathOfGroup, pathOfGroupKeys } from './site-filters.ts';

const names = { one: 'group', many: 'groups' };
const size = 50;

/** The account's groups, or the keys of one of them (`?keys_of=ID`). Only the account's own keys make and change groups; operators revoke keys. */
export function GroupsTab({ id }: { id: string }) {
  const [params] = useUrlState();
  const keysOf = params.get('keys_of');
  return isUuid(keysOf) ? <GroupKeys id={id} groupId={keysOf} /> : <Groups id={id} />;
}

function Groups({ id }: { id: string }) {
  const trpc = useTRPC();
  const { cursor, page } = usePage();
  const { data, error, isPlaceholderData, refetch } = useQuery(
    trpc.admin.accounts.groups.list.queryOptions(
      { id, limit: size, ...(cursor === '' ? {} : { cursor }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const more = data !== undefined && data.next_cursor !== '';
  const isWaiting = useLasting(isPlaceholderData);
  return (
    <>
      <Count
        text={data === undefined ? '' : countedPage(names, { page, size, shown: data.groups.length, more })}
        of={cursor}
        isOld={isPlaceholderData}
        isWaiting={isWaiting}
        mb="sm"
        className={classes.count}
      />
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data?.groups.length === 0 && !more ? (
        <EmptyState title="No groups">
          A group is a folder of sites with keys of its own. The customer makes it with an account key: POST
          /account/groups.
        </EmptyState>
      ) : (
        <TableRegion label="Groups">
          <table
            className={classes.table}
            data-old={isWaiting || undefined}
            aria-busy={isPlaceholderData || data === undefined}
          >
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
              {data === undefined ? (
                <SkeletonRows columns={5} />
              ) : (
                data.groups.map((group) => (
                  <tr key={group.id}>
                    <th scope="row" className={classes.name}>
                      <Anchor component={Link} href={pathOfGroup(id, group.id)} prefetch={false} size="sm">
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
                        prefetch={false}
                        size="sm"
                        aria-label={`Keys of ${group.name}: ${formatNumber(group.active_key_count)} active`}
                      >
                        {formatNumber(group.active_key_count)}
                      </Anchor>
                    </td>
                    <td>
                      <Time value={group.created_at} as="day" />
                    </td>
                  </tr>
                ))
              )}
            </tbody>
          </table>
        </TableRegion>
      )}
      <Pager what="groups" next={data?.next_cursor} isOld={isPlaceholderData} />
    </>
  );
}
