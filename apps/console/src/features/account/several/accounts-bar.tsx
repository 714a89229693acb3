import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { renewQueries } from '@goal/ui/trpc/renew-queries.ts';
import { useQueryClient } from '@tanstack/react-query';

import { SelectBar } from '../../several/select-bar.tsx';
import type { SeveralRow } from '../../several/several-rows.tsx';

const ChangePlans = lateDialog(() => import('./change-plans.tsx').then((module) => module.ChangePlans));
const SetResellers = lateDialog(() => import('./set-resellers.tsx').then((module) => module.SetResellers));
const DeleteAccounts = lateDialog(() => import('./delete-accounts.tsx').then((module) => module.DeleteAccounts));

type Props = {
  accounts: readonly SeveralRow[];
  ticked: readonly string[];
  onTick: (ids: readonly string[], on: boolean) => void;
};

export function AccountsBar({ accounts, ticked, onTick }: Props) {
  const queryClient = useQueryClient();
  const blocked = ticked.length === 0 ? 'Select accounts first' : undefined;
  return (
    <SelectBar
      noun="account"
      rows={accounts}
      ticked={ticked}
      onTick={onTick}
      onEnd={() => void renewQueries(queryClient)}
      acts={[
        { label: 'Change plan …', blocked, Dialog: ChangePlans },
        { label: 'Reseller …', blocked, Dialog: SetResellers },
        { label: 'Delete …', blocked, isRed: true, Dialog: DeleteAccounts },
      ]}
    />
  );
}
