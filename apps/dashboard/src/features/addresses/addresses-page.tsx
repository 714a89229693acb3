'use client';

import type { MemberAccount, MemberSite } from '@goal/contract';
import { Pager, usePage } from '@goal/ui/field/pager.tsx';
import { SearchField } from '@goal/ui/field/search-field.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { Card } from '@goal/ui/page/card.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { Fault } from '@goal/ui/state/fault.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { RowButton } from '@goal/ui/table/row-button.tsx';
import { Count } from '@goal/ui/text/count.tsx';
import { countedPage } from '@goal/ui/text/counted-page.ts';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { AccountSwitch } from '../account/account-switch.tsx';
import { isOwner } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';
import classes from '../table.module.css';

/** Which sites keep the IP addresses of events, and who sees them (rulings §11.5). */
export function AddressesPage() {
  const { data: account } = useAccount();
  return (
    <>
      <PageTitle title="Addresses" />
      <Text size="sm" mb="md" maw="46rem">
        An event can hold the IP address from which its user came. A site that keeps no addresses drops them on arrival.
        Addresses that are stored already stay as long as their events.
      </Text>
      <Stack>
        <Card title="Who sees addresses">
          {account === undefined ? <SkeletonBox height="2rem" /> : <HiddenAddresses account={account} />}
        </Card>
        <Card title="Sites that keep addresses">
          <KeepingSites />
        </Card>
      </Stack>
    </>
  );
}

/** Whether viewers see the addresses of events; an owner decides it (rulings §11.5). */
function HiddenAddresses({ account }: { account: Pick<MemberAccount, 'role' | 'group' | 'hide_ip'> }) {
  const { hide_ip: isHidden } = account;
  return (
    <AccountSwitch
      field="hide_ip"
      isOn={isHidden}
      isAllowed={isOwner(account)}
      action={isHidden ? 'Show them to viewers' : 'Hide them from viewers'}
      done={isHidden ? 'Viewers see addresses from now on.' : 'Viewers see no addresses from now on.'}
    >
      {isHidden
        ? 'Owners and admins see addresses. Viewers and reports do not, and viewers cannot search by them.'
        : 'Every member sees the addresses of the events that they may read.'}{' '}
      {isOwner(account) ? 'API keys read them in either case.' : 'An owner can change that.'}
    </AccountSwitch>
  );
}

const names = { one: 'site', many: 'sites' };
const size = 50;

function KeepingSites() {
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

type Props = { query: Query<{ sites: readonly MemberSite[] }>; empty: ReactNode };

function KeepingTable({ query, empty }: Props) {
  return (
    <DataTable
      label="Sites"
      query={query}
      rows={query.data?.sites}
      empty={empty}
      skeletonRows={5}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Site',
          isTitle: true,
          className: classes.text,
          cell: ({ domain, name }) => (
            <>
              <WrappingText value={domain} />
              {name !== null && (
                <Text size="sm" c="dimmed" fw={400}>
                  <bdi>{name}</bdi>
                </Text>
              )}
            </>
          ),
        },
        { head: 'Addresses', cell: ({ keep_ip: keepsIp }) => (keepsIp ? 'kept' : 'not kept') },
      ]}
      actions={(site) => <Keeping site={site} />}
    />
  );
}

function Keeping({ site: { id, domain, keep_ip: keepsIp } }: { site: MemberSite }) {
  const set = useVerifiedMutation(useTRPC().dashboard.sites.setKeepIp.mutationOptions(), {
    done: keepsIp ? `${domain} keeps no addresses from now on.` : `${domain} keeps addresses from now on.`,
  });
  return (
    <>
      <RowButton
        label={keepsIp ? `Stop keeping addresses of ${domain}` : `Keep addresses of ${domain}`}
        loading={set.isPending}
        onClick={() => set.mutate({ id, keep_ip: !keepsIp })}
      >
        {keepsIp ? 'Stop keeping them' : 'Keep them'}
      </RowButton>
      {set.error !== null && <Fault>{failureOf(set.error).sentence}</Fault>}
    </>
  );
}
