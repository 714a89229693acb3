'use client';

import { isUuid, withoutSecrets } from '@goal/contract';
import { Count } from '@goal/ui/components/count.tsx';
import { countedPage } from '@goal/ui/components/counted-page.ts';
import { EmptyState } from '@goal/ui/components/empty-state.tsx';
import { ErrorState } from '@goal/ui/components/error-state.tsx';
import { Pager, usePage } from '@goal/ui/components/pager.tsx';
import { SearchField } from '@goal/ui/components/search-field.tsx';
import { useDelayed } from '@goal/ui/components/use-delayed.ts';
import { useUrlState } from '@goal/ui/components/use-url-state.ts';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import classes from './account.module.css';
import { GroupKeys } from './group-keys.tsx';
import { GroupsTable } from './groups-table.tsx';

const names = { one: 'group', many: 'groups' };
const size = 50;

/**
 * The groups of an account, or the keys of one of them (`?keys_of=ID`). Only customers create and
 * change groups, with an account key; operators can revoke group keys.
 */
export function GroupsTab({ id }: { id: string }) {
  const [params] = useUrlState();
  const keysOf = params.get('keys_of');
  return isUuid(keysOf) ? <GroupKeys id={id} groupId={keysOf} /> : <Groups id={id} />;
}

function Groups({ id }: { id: string }) {
  const trpc = useTRPC();
  const [params] = useUrlState();
  const q = withoutSecrets(params.get('q') ?? '');
  const { cursor, page } = usePage();
  const { data, error, isPlaceholderData, refetch } = useQuery(
    trpc.admin.accounts.groups.list.queryOptions(
      { id, limit: size, ...(q.trim() === '' ? {} : { q: q.trim() }), ...(cursor === '' ? {} : { cursor }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const more = data !== undefined && data.next_cursor !== '';
  const isWaiting = useDelayed(isPlaceholderData);
  const count = data === undefined ? '' : countedPage(names, { page, size, shown: data.groups.length, more });
  return (
    <>
      <search>
        <SearchField
          q={q}
          mb="sm"
          className={classes.search}
          label="Search the groups"
          placeholder="Part of the name or of the external reference"
        />
      </search>
      <Count
        text={isWaiting ? '' : isPlaceholderData ? undefined : count}
        query={JSON.stringify([q, cursor])}
        mb="sm"
        className={classes.count}
      />
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data?.groups.length === 0 && !more ? (
        <EmptyState title={q === '' ? 'No groups' : `No group with «${bidiIsolate(q)}»`}>
          A group is a folder of sites with keys of its own. The customer creates groups with an account key: POST
          /account/groups.
        </EmptyState>
      ) : (
        <GroupsTable id={id} groups={data?.groups} isOld={isPlaceholderData} isWaiting={isWaiting} />
      )}
      <Pager what="groups" next={data?.next_cursor} isOld={isPlaceholderData} />
    </>
  );
}
