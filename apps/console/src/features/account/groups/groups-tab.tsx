import type { RouterOutputs } from '@goal/client/trpc';
import { isUuid, withoutSecrets } from '@goal/contract';
import { Count } from '@goal/ui/text/count.tsx';
import { countedPage } from '@goal/ui/text/counted-page.ts';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { LoneLink } from '@goal/ui/page/link.tsx';
import { Pager, usePage } from '@goal/ui/field/pager.tsx';
import { SearchField } from '@goal/ui/field/search-field.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { useDelayed } from '@goal/ui/state/use-delayed.ts';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { type Column, DataTable } from '@goal/ui/table/data-table.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { pathOfGroup, pathOfGroupKeys } from '../../../lib/paths.ts';
import classes from '../account.module.css';
import { GroupKeys } from './group-keys.tsx';
import { Name } from '../name.tsx';

const names = { one: 'group', many: 'groups' };
const size = 50;

/** The groups, or the keys of one (`?keys_of=ID`). Operators revoke group keys, and no more. */
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
  const list = useQuery(
    trpc.admin.accounts.groups.list.queryOptions(
      { id, limit: size, ...(q.trim() === '' ? {} : { q: q.trim() }), ...(cursor === '' ? {} : { cursor }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const { data, isPlaceholderData } = list;
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
      <DataTable
        label="Groups"
        query={list}
        rows={data?.groups}
        empty={
          !more && (
            <EmptyState title={q === '' ? 'No groups' : `No group with «${bidiIsolate(q)}»`}>
              A group is a folder of sites with keys of its own. The customer creates groups with an account key: POST
              /account/groups.
            </EmptyState>
          )
        }
        scrolls
        keyOf={(group) => group.id}
        columns={columnsOf(id)}
      />
      <Pager what="groups" next={data?.next_cursor} isOld={isPlaceholderData} />
    </>
  );
}

type Group = RouterOutputs['admin']['accounts']['groups']['list']['groups'][number];

const columnsOf = (id: string): readonly Column<Group>[] => [
  {
    head: 'Name',
    isTitle: true,
    className: classes.name,
    cell: (group) => (
      <LoneLink href={pathOfGroup(id, group.id)} size="sm">
        <Name text={group.name} />
      </LoneLink>
    ),
  },
  { head: 'External reference', className: classes.name, cell: (group) => <Name text={group.external_ref} /> },
  { head: 'Sites', isFigure: true, cell: (group) => formatNumber(group.site_count) },
  {
    head: 'Active keys',
    isFigure: true,
    cell: (group) => (
      <LoneLink
        href={pathOfGroupKeys(id, group.id)}
        size="sm"
        aria-label={`Keys of ${group.name}: ${formatNumber(group.active_key_count)} active`}
      >
        {formatNumber(group.active_key_count)}
      </LoneLink>
    ),
  },
  { head: 'Created', cell: (group) => <Time value={group.created_at} as="day" /> },
];
