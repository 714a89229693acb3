import type { MemberSite } from '@goal/contract';
import { notifyFailure } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button } from '@mantine/core';

/** Activates a paused site, if the plan has room for it (interface.md §3). */
export function ActivateSite({ site: { id, domain } }: { site: Pick<MemberSite, 'id' | 'domain'> }) {
  const activate = useVerifiedMutation(useTRPC().dashboard.sites.activate.mutationOptions({ onError: notifyFailure }), {
    done: `${domain} is active.`,
  });
  return (
    <Button loading={activate.isPending} onClick={() => activate.mutate({ id })}>
      Activate
    </Button>
  );
}
