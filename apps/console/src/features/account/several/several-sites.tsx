import type { InspectedSite, InspectedSiteRow } from '@goal/contract';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';

import { DeleteSeveral } from '../../several/delete-several.tsx';
import type { SeveralProps } from '../../several/select-bar.tsx';
import { SeveralDialog } from '../../several/several-dialog.tsx';
import type { Effect } from '../../several/several-rows.tsx';
import { toldInRows } from '../../several/told-in-rows.ts';
import { useEffects } from '../../several/use-effects.ts';

const rowsOf = (sites: readonly InspectedSiteRow[]) => sites.map(({ id, domain }) => ({ id, name: domain }));

/** Revokes several sites (rulings §4.4). */
export function RevokeSites({ rows: sites, ...props }: SeveralProps<InspectedSiteRow>) {
  const revoke = useVerifiedMutation(useTRPC().admin.sites.revoke.mutationOptions(), toldInRows);
  return (
    <SeveralDialog
      {...props}
      title={`Revoke ${countOf(sites.length, 'site')}`}
      noun="site"
      rows={rowsOf(sites)}
      effects={new Map(sites.map((site) => [site.id, effectOfRevocation(site)]))}
      warning="From then on, sending and reading with their keys is refused with «site revoked». Keys and events stay."
      action={(count) => `Revoke ${count}`}
      color="red"
      act={async (id, why) => {
        await revoke.mutateAsync({ id, reason: why });
        return 'Revoked.';
      }}
    />
  );
}

function effectOfRevocation({ status, events_per_day: events }: InspectedSiteRow): Effect {
  if (status === 'revoked') return { kind: 'nothing', sentence: 'Is revoked already.' };
  const lost = status === 'active' && events > 0 ? `; about ${countOf(events, 'event')} a day will be refused` : '';
  return { kind: 'change', sentence: `${status} → revoked${lost}.` };
}

/** Restores several revoked sites to paused (rulings §4.4). */
export function RestoreSites({ rows: sites, ...props }: SeveralProps<InspectedSiteRow>) {
  const restore = useVerifiedMutation(useTRPC().admin.sites.restore.mutationOptions(), toldInRows);
  return (
    <SeveralDialog
      {...props}
      title={`Restore ${countOf(sites.length, 'site')}`}
      noun="site"
      rows={rowsOf(sites)}
      effects={
        new Map(
          sites.map(({ id, status }): [string, Effect] => [
            id,
            status === 'revoked'
              ? { kind: 'change', sentence: 'revoked → paused: it can be read again, and sends once it is activated.' }
              : { kind: 'nothing', sentence: 'Is not revoked.' },
          ]),
        )
      }
      hasWhy={false}
      action={(count) => `Restore ${count} to paused`}
      act={async (id) => {
        await restore.mutateAsync({ id });
        return 'Paused now.';
      }}
    />
  );
}

/** Deletes several sites (rulings §5.6). */
export function DeleteSites({ rows: sites, ...props }: SeveralProps<InspectedSiteRow>) {
  const trpc = useTRPC();
  const rows = rowsOf(sites);
  const { effects, onBegin } = useEffects(rows, {
    ask: (id) => trpc.admin.sites.get.queryOptions({ id }),
    describe: effectOfDeletion,
  });
  const remove = useVerifiedMutation(trpc.admin.sites.delete.mutationOptions(), toldInRows);
  return (
    <DeleteSeveral
      {...props}
      noun="site"
      rows={rows}
      effects={effects}
      warning="For good, for everybody. Any account can register the domains again."
      remove={remove.mutateAsync}
      onBegin={onBegin}
    />
  );
}

const effectOfDeletion = ({ active_token_count: keys, kept }: InspectedSite): Effect => ({
  kind: 'loss',
  sentence: `Removes it with ${countOf(keys, 'active key')} and ${formatNumber(kept.events)} kept ${kept.events === 1 ? 'event' : 'events'}.`,
});
