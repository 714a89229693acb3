import { Count } from '@goal/ui/text/count.tsx';
import { countedPage } from '@goal/ui/text/counted-page.ts';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { Pager, usePage } from '@goal/ui/field/pager.tsx';
import { SearchField } from '@goal/ui/field/search-field.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { KeepingTable } from './keeping-table.tsx';

const names = { one: 'site', many: 'sites' };
const size = 50;

/** The sites that the member reaches, searched and page by page. The address holds both. */
export function KeepingSites() {
  const [params] = useUrlState();
  const { cursor, page } = usePage();
  const q = params.get('q') ?? '';
  const sites = useQuery(
    useTRPC().dashboard.sites.list.queryOptions(
      { limit: size, ...(q === '' ? {} : { q }), ...(cursor === '' ? {} : { cursor }) },
      { placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
    ),
  );
  const { data, isPlaceholderData: isOld } = sites;
  const count =
    data === undefined
      ? ''
      : isOld
        ? undefined
        : countedPage(names, { page, size, shown: data.sites.length, more: data.next_cursor !== '' });
  return (
    <>
      <search>
        <SearchField q={q} label="Search the sites" placeholder="Part of the domain or name" mb="sm" />
      </search>
      <Count text={count} query={JSON.stringify([q, cursor])} mb="xs" />
      <KeepingTable
        query={sites}
        empty={<EmptyState title={q === '' ? 'No sites' : `No site with «${bidiIsolate(q)}»`} />}
      />
      <Pager what="sites" next={data?.next_cursor} isOld={isOld} />
    </>
  );
}
