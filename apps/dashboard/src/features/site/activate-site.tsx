'use client';

import type { MemberSite } from '@goal/contract';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';

/** Activates a paused site, if the plan has room for it (interface.md §3). */
export function ActivateSite({ site: { id, domain } }: { site: Pick<MemberSite, 'id' | 'domain'> }) {
  const queryClient = useQueryClient();
  const activate = useVerifiedMutation(
    useTRPC().dashboard.sites.activate.mutationOptions({
      onSuccess: () => {
        notify.success(`${domain} is active.`);
        void queryClient.invalidateQueries();
      },
      onError: (error) => notify.error(failureOf(error).sentence),
    }),
    {
      verify: async (client) => {
        const { status } = await client.dashboard.sites.get.query({ id });
        return { isDone: status === 'active', sentence: `${domain} is ${status} now.` };
      },
    },
  );
  return (
    <Button loading={activate.isPending} onClick={() => activate.mutate({ id })}>
      Activate
    </Button>
  );
}
