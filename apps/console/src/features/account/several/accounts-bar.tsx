'use client';

import { WriteButton } from '@goal/ui/components/write-button.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';

import { SelectBar } from '../../several/select-bar.tsx';
import type { SeveralRow } from '../../several/several-rows.tsx';

// Each call needs its options as a literal: the build reads them.
const ChangePlans = dynamic(() => import('./change-plans.tsx').then((module) => module.ChangePlans), { ssr: false });
const SetResellers = dynamic(() => import('./set-resellers.tsx').then((module) => module.SetResellers), { ssr: false });
const DeleteAccounts = dynamic(() => import('./delete-accounts.tsx').then((module) => module.DeleteAccounts), {
  ssr: false,
});
const dialogs = { plan: ChangePlans, reseller: SetResellers, delete: DeleteAccounts };

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
  // What was selected when the dialog opened: the list behind it may change meanwhile.
  const [opened, setOpened] = useState<{ act: keyof typeof dialogs; accounts: readonly SeveralRow[] }>();
  const open = (act: keyof typeof dialogs) => () =>
    setOpened({ act, accounts: accounts.filter(({ id }) => ticked.includes(id)) });
  const blocked = ticked.length === 0 ? 'Select accounts first' : undefined;
  const Dialog = opened && dialogs[opened.act];
  return (
    <>
      <SelectBar
        noun="account"
        label="Act on several accounts"
        tickable={accounts.map(({ id }) => id)}
        ticked={ticked}
        onTick={onTick}
      >
        <WriteButton size="compact-sm" variant="default" blocked={blocked} onClick={open('plan')}>
          Change plan …
        </WriteButton>
        <WriteButton size="compact-sm" variant="default" blocked={blocked} onClick={open('reseller')}>
          Reseller …
        </WriteButton>
        <WriteButton size="compact-sm" variant="outline" color="red" blocked={blocked} onClick={open('delete')}>
          Delete …
        </WriteButton>
      </SelectBar>
      {opened !== undefined && Dialog !== undefined && (
        <Dialog
          accounts={opened.accounts}
          onEnd={() => void queryClient.invalidateQueries(trpc.admin.pathFilter())}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
