import type { MemberSite } from '@goal/contract';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { Fault } from '@goal/ui/state/fault.tsx';
import { RowButton } from '@goal/ui/table/row-button.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from '../table.module.css';

type Props = { query: Query<{ sites: readonly MemberSite[] }>; empty: ReactNode };

/** One site in each row, with the switch of its addresses. */
export function KeepingTable({ query, empty }: Props) {
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
