'use client';

import type { InspectedSite, InspectedSiteRow } from '@goal/contract';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { isGone, useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';

import { SeveralDialog } from '../../several/several-dialog.tsx';
import type { Effect } from '../../several/several-rows.tsx';
import { statusIs } from '../../site/verify-site.ts';
import { effectsOf } from './effects-of.ts';
import { usePace } from './use-pace.ts';

export type SeveralSitesProps = {
  sites: readonly InspectedSiteRow[];
  onEnd: () => void;
  onClose: () => void;
};

const rowsOf = (sites: readonly InspectedSiteRow[]) => sites.map(({ id, domain }) => ({ id, name: domain }));
const nothing = (): void => {};

/** Revokes several sites (rulings §4.4). */
export function RevokeSites({ sites, onEnd, onClose }: SeveralSitesProps) {
  const revoke = useVerifiedMutation(useTRPC().admin.sites.revoke.mutationOptions(), { verify: statusIs('revoked') });
  return (
    <SeveralDialog
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
      onBegin={nothing}
      onEnd={onEnd}
      onClose={onClose}
    />
  );
}

function effectOfRevocation({ status, events_per_day: events }: InspectedSiteRow): Effect {
  if (status === 'revoked') return { kind: 'nothing', sentence: 'Is revoked already.' };
  const lost = status === 'active' && events > 0 ? `; about ${countOf(events, 'event')} a day will be refused` : '';
  return { kind: 'change', sentence: `${status} → revoked${lost}.` };
}

/** Restores several revoked sites to paused (rulings §4.4). */
export function RestoreSites({ sites, onEnd, onClose }: SeveralSitesProps) {
  const restore = useVerifiedMutation(useTRPC().admin.sites.restore.mutationOptions(), { verify: statusIs('paused') });
  return (
    <SeveralDialog
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
      onBegin={nothing}
      onEnd={onEnd}
      onClose={onClose}
    />
  );
}

/** Deletes several sites with everything in them, once it is typed how many (rulings §5.6). */
export function DeleteSites({ sites, onEnd, onClose }: SeveralSitesProps) {
  const trpc = useTRPC();
  const [hasBegun, setBegun] = useState(false);
  const rows = rowsOf(sites);
  const pace = usePace();
  const known = useQueries({
    queries: rows.map(({ id }, at) =>
      trpc.admin.sites.get.queryOptions({ id }, { enabled: !hasBegun && pace.mayAsk(at) }),
    ),
  });
  pace.note(known);
  const remove = useVerifiedMutation(trpc.admin.sites.delete.mutationOptions(), {
    verify: async (client, { id }) => {
      const isDone = await isGone(client.admin.sites.get.query({ id }));
      return { isDone, sentence: `The site is ${isDone ? 'deleted' : 'still there'}.` };
    },
  });
  return (
    <SeveralDialog
      title={`Delete ${countOf(sites.length, 'site')}`}
      noun="site"
      rows={rows}
      effects={effectsOf(rows, known, effectOfDeletion)}
      warning="For good, for everybody. Any account can register the domains again."
      action={(count) => `Delete ${count}`}
      color="red"
      isFinal
      act={async (id, why) => {
        await remove.mutateAsync({ id, confirm: true, reason: why });
        return 'Deleted.';
      }}
      onBegin={() => setBegun(true)}
      onEnd={onEnd}
      onClose={onClose}
    />
  );
}

const effectOfDeletion = ({ active_token_count: keys, kept }: InspectedSite): Effect => ({
  kind: 'loss',
  sentence: `Removes it with ${countOf(keys, 'active key')} and ${formatNumber(kept.events)} kept ${kept.events === 1 ? 'event' : 'events'}.`,
});
