'use client';

import type { InspectedSite } from '@goal/contract';
import { WriteButton } from '@goal/ui/components/write-button.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';

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
