'use client';

import type { InspectedSite } from '@goal/contract';

import { failureOf } from '../../trpc/errors.ts';
import { useTRPC } from '../../trpc/trpc.ts';
import { useAct } from '../../trpc/use-act.ts';
import { notify } from '../../ui/notify.ts';
import { WriteButton } from '../../ui/write-button.tsx';
import { statusIs } from './site-truth.ts';
import { useRenewal } from './use-renewal.ts';

/** Gives a paused site its place back, where the plan has a free one (interface.md §3). */
export function ActivateSite({ site }: { site: Pick<InspectedSite, 'id' | 'domain'> }) {
  const { afterChange } = useRenewal();
  const activate = useAct(
    useTRPC().admin.sites.activate.mutationOptions({
      onSuccess: () => {
        notify.success(`${site.domain} is active.`);
        afterChange();
      },
      onError: (error) => notify.error(failureOf(error).sentence),
    }),
    { truth: statusIs('active') },
  );
  return (
    <WriteButton loading={activate.isPending} onClick={() => activate.mutate({ id: site.id })}>
      Activate site
    </WriteButton>
  );
}
