import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { notify } from '@goal/ui/lib/notify.ts';

import { usePortal } from './use-provider-page.ts';

export function PortalButton({ isOwner }: { isOwner: boolean }) {
  const portal = usePortal((error) => notify.error(failureOf(error).sentence));
  return (
    <WriteButton
      variant="default"
      loading={portal.isPending || portal.isSuccess}
      blocked={isOwner ? undefined : 'Owners open the portal.'}
      onClick={() => portal.mutate()}
    >
      Payments, invoices and changes
    </WriteButton>
  );
}
