'use client';

import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';

import { SelectBar } from '../../several/select-bar.tsx';
import type { SeveralRow } from '../../several/several-rows.tsx';

// Each call needs its options as a literal: the build reads them.
const ChangePlans = dynamic(() => import('./change-plans.tsx').then((module) => module.ChangePlans), { ssr: false });
const SetResellers = dynamic(() => import('./set-resellers.tsx').then((module) => module.SetResellers), { ssr: false });
const DeleteAccounts = dynamic(() => import('./delete-accounts.tsx').then((module) => module.DeleteAccounts), {
  ssr: false,
});

type Props = {
  /** The accounts of this page. */
  accounts: readonly SeveralRow[];
  ticked: readonly string[];
  onTick: (ids: readonly string[], on: boolean) => void;
};

/** Selects accounts of a list, and changes the selected ones together. */
export function AccountsBar({ accounts, ticked, onTick }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const blocked = ticked.length === 0 ? 'Select accounts first' : undefined;
  return (
    <SelectBar
      noun="account"
      rows={accounts}
      ticked={ticked}
      onTick={onTick}
      onEnd={() => void queryClient.invalidateQueries(trpc.admin.pathFilter())}
      acts={[
        { label: 'Change plan …', blocked, Dialog: ChangePlans },
        { label: 'Reseller …', blocked, Dialog: SetResellers },
        { label: 'Delete …', blocked, isRed: true, Dialog: DeleteAccounts },
      ]}
    />
  );
}
