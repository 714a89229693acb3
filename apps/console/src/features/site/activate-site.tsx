'use client';

import type { InspectedSite } from '@goal/contract';
import { useMutation } from '@tanstack/react-query';

import { failureOf } from '../../trpc/errors.ts';
import { useTRPC } from '../../trpc/trpc.ts';
import { notify } from '../../ui/notify.ts';
import { WriteButton } from '../../ui/write-button.tsx';
import { useRenewal } from './use-renewal.ts';

/** Gives a paused site its place back, where the plan has a free one (interface.md §3). */
export function ActivateSite({ site }: { site: Pick<InspectedSite, 'id' | 'domain'> }) {
  const { afterChange } = useRenewal();
  const activate = useMutation(
    useTRPC().admin.sites.activate.mutationOptions({
      onSuccess: () => {
        notify.success(`${site.domain} is active.`);
        afterChange();
      },
      onError: (error) => notify.error(failureOf(error).sentence),
    }),
  );
  return (
    <WriteButton loading={activate.isPending} onClick={() => activate.mutate({ id: site.id })}>
      Activate site
    </WriteButton>
  );
}
