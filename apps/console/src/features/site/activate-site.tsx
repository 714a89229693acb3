import type { InspectedSite } from '@goal/contract';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { notifyFailure } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';

/** Activates a paused site, if the plan has room for it (interface.md §3). */
export function ActivateSite({ site }: { site: Pick<InspectedSite, 'id' | 'domain'> }) {
  const activate = useVerifiedMutation(useTRPC().admin.sites.activate.mutationOptions({ onError: notifyFailure }), {
    done: `${site.domain} is active.`,
  });
  return (
    <WriteButton loading={activate.isPending} onClick={() => activate.mutate({ id: site.id })}>
      Activate site
    </WriteButton>
  );
}
