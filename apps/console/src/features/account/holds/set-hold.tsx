import { SetHoldDialog } from '@goal/ui/dialog/set-hold-dialog.tsx';
import { useSiteByDomain } from '@goal/ui/field/site-by-domain.tsx';
import { useTRPC, useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';

export function SetHold({ accountId: id, onClose }: { accountId: string; onClose: () => void }) {
  const client = useTRPCClient();
  const site = useSiteByDomain(id, (query) => client.admin.accounts.sites.list.query({ id, ...query }));
  const set = useVerifiedMutation(useTRPC().admin.accounts.holds.create.mutationOptions(), {
    done: 'The hold is set.',
    onDone: onClose,
  });
  return (
    <SetHoldDialog
      about="The customer sees a hold of the provider, without the reason. Until an operator ends it, retention deletes nothing that it covers, and neither its sites nor the account can be deleted."
      site={site}
      mutation={set}
      onSet={(hold) => set.mutate({ id, ...hold })}
      onClose={onClose}
    />
  );
}
