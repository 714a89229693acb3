import type { MemberSite } from '@goal/contract';
import { Fault } from '@goal/ui/components/fault.tsx';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import {
  actionsColumn,
  StackedActions,
  StackedCell,
  StackedHead,
  StackedRow,
  StackedTable,
} from '@goal/ui/components/stacked-table.tsx';
import { WrappingText } from '@goal/ui/components/wrapping-text.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, Text } from '@mantine/core';

import classes from '../table.module.css';

type Props = {
  /** Undefined while they are loading. */
  sites: readonly MemberSite[] | undefined;
  /** The rows answer the previous search. */
  isOld: boolean;
};

const columns = ['Site', 'Addresses', actionsColumn];

/** One site in each row, with the switch of its addresses. */
export function KeepingTable({ sites, isOld }: Props) {
  return (
    <StackedTable label="Sites" columns={columns} isBusy={sites === undefined} isOld={isOld}>
      {sites === undefined ? (
        <SkeletonRows rows={5} columns={columns.length} />
      ) : (
        sites.map((site) => <SiteRow key={site.id} site={site} />)
      )}
    </StackedTable>
  );
}

function SiteRow({ site: { id, domain, name, keep_ip: keepsIp } }: { site: MemberSite }) {
  const done = keepsIp ? `${domain} keeps no addresses from now on.` : `${domain} keeps addresses from now on.`;
  const set = useVerifiedMutation(useTRPC().dashboard.sites.setKeepIp.mutationOptions(), { done });
  return (
    <StackedRow>
      <StackedHead className={classes.text}>
        <WrappingText value={domain} />
        {name !== null && (
          <Text size="sm" c="dimmed" fw={400}>
            <bdi>{name}</bdi>
          </Text>
        )}
      </StackedHead>
      <StackedCell of="Addresses">
        {keepsIp ? 'kept' : 'not kept'}
        {set.error !== null && <Fault>{failureOf(set.error).sentence}</Fault>}
      </StackedCell>
      <StackedActions>
        <Button
          variant="subtle"
          size="compact-sm"
          loading={set.isPending}
          aria-label={keepsIp ? `Stop keeping addresses of ${domain}` : `Keep addresses of ${domain}`}
          onClick={() => set.mutate({ id, keep_ip: !keepsIp })}
        >
          {keepsIp ? 'Stop keeping them' : 'Keep them'}
        </Button>
      </StackedActions>
    </StackedRow>
  );
}
