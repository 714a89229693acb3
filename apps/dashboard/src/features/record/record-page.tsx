'use client';

import { actionKindNames, actionNames, theProvider } from '@goal/contract';
import { firstPage } from '@goal/ui/field/first-page.ts';
import { UrlField } from '@goal/ui/field/url-field.tsx';
import { Count } from '@goal/ui/text/count.tsx';
import { countedPage } from '@goal/ui/text/counted-page.ts';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { Pager, usePage } from '@goal/ui/field/pager.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Anchor, Button, NativeSelect, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { pathOfAccount } from '../../lib/paths.ts';
import { useAccount } from '../account/use-account.ts';
import { filtersOf, noFilters, queryOf, type RecordFilters as Filters, searchOf } from './filters.ts';
import { RecordTable } from './record-table.tsx';
import classes from './record.module.css';

const pageSize = 50;
const names = { one: 'act', many: 'acts' };

export function RecordPage() {
  const [params, change] = useUrlState();
  const { cursor, page } = usePage();
  const filters = filtersOf(params);
  const search = searchOf(filters);
  const { data: account } = useAccount();
  const { data: me } = useQuery(useTRPC().me.get.queryOptions());
  const record = useQuery(
    useTRPC().dashboard.actions.list.queryOptions(queryOf(filters, { limit: pageSize, cursor }), {
      placeholderData: keepPreviousData,
    }),
  );
  const { data, isPlaceholderData } = record;
  const count =
    data === undefined
      ? ''
      : isPlaceholderData
        ? undefined
        : countedPage(names, { page, size: pageSize, shown: data.actions.length, more: data.next_cursor !== '' });
  return (
    <>
      <PageTitle title="Record" />
      <Text size="sm" mb="md">
        Who did what in this account. No member can change or delete an entry.
      </Text>
      <RecordFilters filters={filters} />
      <div className={classes.count}>
        <Count text={count} query={JSON.stringify([search, cursor])} />
        {account !== undefined && me !== undefined && data !== undefined && data.actions.length > 0 && (
          // Not a Link: the browser saves the answer, and the page stays.
          <Anchor
            href={`${pathOfAccount(account.account_id)}/record.csv${searchOf(filters, me.id)}`}
            underline="always"
            size="sm"
          >
            {search === '' ? 'Download all as CSV' : 'Download these as CSV'}
          </Anchor>
        )}
      </div>
      <RecordTable
        rows={data?.actions}
        query={record}
        empty={
          <EmptyState title="Nothing is recorded for this choice">
            <Button variant="default" size="xs" onClick={() => change(noFilters)}>
              Show everything
            </Button>
          </EmptyState>
        }
      />
      <Pager what="acts" next={data?.next_cursor} isOld={isPlaceholderData} />
    </>
  );
}

/** Acts that an account's own record can hold. */
const kinds = actionNames.filter(
  (name) =>
    !/^(admin_token|database|plan|retention|seal|session|password|passkey|person|recovery_code|sign_in)\./.test(name),
);

function RecordFilters({ filters }: { filters: Filters }) {
  const [, change] = useUrlState();
  const { who, what, from, to } = filters;
  // The address may name an act of a newer service.
  const isKnown = what === '' || kinds.some((name) => name === what);
  return (
    <search className={classes.filters}>
      <UrlField name="who" label="By" settled={who} placeholder={`e-mail, key prefix or «${theProvider}»`} />
      <NativeSelect
        label="What"
        value={what}
        onChange={(event) => change({ what: event.currentTarget.value, ...firstPage })}
        data={[
          { value: '', label: 'Everything' },
          ...(isKnown ? [] : [what]),
          ...kinds.map((name) => ({ value: name, label: actionKindNames[name] })),
        ]}
      />
      <UrlField name="from" label="From (UTC)" settled={from} type="date" />
      <UrlField name="to" label="To (UTC)" settled={to} type="date" />
    </search>
  );
}
