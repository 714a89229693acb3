'use client';

import type { InspectedSite } from '@goal/contract';

import { failureOf } from '../../lib/errors.ts';
import { useTRPC } from '../../trpc/trpc.ts';
import { useVerifiedMutation } from '../../trpc/use-verified-mutation.ts';
import { notify } from '../../lib/notify.ts';
import { WriteButton } from '../../ui/write-button.tsx';
import { statusIs } from './verify-site.ts';
import { useRefreshSites } from './use-refresh-sites.ts';

/** Activates a paused site, if the plan has room for it (interface.md §3). */
export function ActivateSite({ site }: { site: Pick<InspectedSite, 'id' | 'domain'> }) {
  const { afterChange } = useRefreshSites();
  const activate = useVerifiedMutation(
    useTRPC().admin.sites.activate.mutationOptions({
      onSuccess: () => {
        notify.success(`${site.domain} is active.`);
        afterChange();
      },
      onError: (error) => notify.error(failureOf(error).sentence),
    }),
    { verify: statusIs('active') },
  );
  return (
    <WriteButton loading={activate.isPending} onClick={() => activate.mutate({ id: site.id })}>
      Activate site
    </WriteButton>
  );
}
