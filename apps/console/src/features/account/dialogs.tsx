import type { AccountSummary } from '@goal/contract';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { useCallback, useState } from 'react';

import { type DialogName, useDialog } from './use-dialog.ts';

const DeleteAccount = lateDialog(() => import('./delete-account.tsx').then((module) => module.DeleteAccount));
const ResellerDialog = lateDialog(() => import('./plan/reseller-dialog.tsx').then((module) => module.ResellerDialog));
const PlanDialog = lateDialog(() => import('./plan/plan-dialog.tsx').then((module) => module.PlanDialog));
const EmailDialog = lateDialog(() => import('./email-dialog.tsx').then((module) => module.EmailDialog));
const NewSiteDialog = lateDialog(() => import('./sites/new-site-dialog.tsx').then((module) => module.NewSiteDialog));
const InviteDialog = lateDialog(() => import('./people/invite-dialog.tsx').then((module) => module.InviteDialog));
const NewKeyDialog = lateDialog(() => import('./keys/new-key-dialog.tsx').then((module) => module.NewKeyDialog));

export function AccountDialogs({ account }: { account: AccountSummary }) {
  const { dialog, close } = useDialog();
  const [held, setHeld] = useState<DialogName>();
  const onClose = useCallback(() => {
    setHeld(undefined);
    close();
  }, [close]);
  const props = { account, onClose };
  switch (held ?? dialog) {
    case 'reseller':
      return <ResellerDialog {...props} />;
    case 'plan':
      return <PlanDialog {...props} />;
    case 'email':
      return <EmailDialog {...props} />;
    case 'site':
      return <NewSiteDialog {...props} onSecret={() => setHeld('site')} />;
    case 'key':
      return <NewKeyDialog {...props} onSecret={() => setHeld('key')} />;
    case 'invite':
      return <InviteDialog {...props} onSecret={() => setHeld('invite')} />;
    case 'delete':
      return <DeleteAccount {...props} />;
    case undefined:
      return null;
  }
}
