import type { MemberEventDetail } from '@goal/contract';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { useState } from 'react';

import { isOwner } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';

const RedactEvent = lateDialog(() => import('./redact-event.tsx').then((module) => module.RedactEvent));

export function EraseEvent({ event }: { event: MemberEventDetail }) {
  const { data: account } = useAccount();
  const [isOpen, setOpen] = useState(false);
  if (account === undefined || !isOwner(account) || event.redacted_at !== undefined) return null;
  return (
    <>
      <WriteButton variant="outline" color="red" size="xs" onClick={() => setOpen(true)}>
        Erase …
      </WriteButton>
      {isOpen && <RedactEvent event={event} onClose={() => setOpen(false)} />}
    </>
  );
}
