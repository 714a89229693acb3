import type { InspectedSite } from '@goal/contract';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { notifyFailure } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { WriteButton } from '@goal/ui/write/write-button.tsx';

import { DeleteSiteDialog, RateDialog, RestoreSiteDialog, RevokeSiteDialog } from './dialogs.tsx';

/** The URL names the open dialog: `?dialog=rate|revoke|restore|delete`. */
export function SiteActions({ site }: { site: InspectedSite }) {
  const [params, change] = useUrlState();
  const dialog = params.get('dialog');
  const open = (name: string) => () => change({ dialog: name });
  const close = (): void => change({ dialog: undefined }, 'replace');
  const isRevoked = site.status === 'revoked';
  const common = { site, onClose: close };
  return (
    <>
      <WriteButton variant="default" onClick={open('rate')}>
        Change rate
      </WriteButton>
      {site.status === 'paused' && <ActivateSite site={site} />}
      {isRevoked ? (
        <WriteButton onClick={open('restore')}>Restore site</WriteButton>
      ) : (
        <WriteButton variant="outline" color="red" onClick={open('revoke')}>
          Revoke site
        </WriteButton>
      )}
      <WriteButton variant="outline" color="red" onClick={open('delete')}>
        Delete site
      </WriteButton>
      <RateDialog {...common} opened={dialog === 'rate'} />
      <RevokeSiteDialog {...common} opened={dialog === 'revoke' && !isRevoked} />
      <RestoreSiteDialog {...common} opened={dialog === 'restore' && isRevoked} />
      <DeleteSiteDialog {...common} opened={dialog === 'delete'} />
    </>
  );
}

/** Activates a paused site, if the plan has room for it (interface.md §3). */
function ActivateSite({ site }: { site: Pick<InspectedSite, 'id' | 'domain'> }) {
  const activate = useVerifiedMutation(useTRPC().admin.sites.activate.mutationOptions({ onError: notifyFailure }), {
    done: `${site.domain} is active.`,
  });
  return (
    <WriteButton loading={activate.isPending} onClick={() => activate.mutate({ id: site.id })}>
      Activate site
    </WriteButton>
  );
}
