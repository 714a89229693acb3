'use client';

import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Alert, Badge, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { newKeyDialog } from '../../lib/paths.ts';
import { useDialogInAddress } from '../../lib/use-dialog-in-address.ts';
import { useAccount } from '../account/use-account.ts';
import { KeysTable } from './keys-table.tsx';
import { UseAKey } from './use-a-key.tsx';

const NewKeyDialog = lateDialog(() => import('./new-key-dialog.tsx').then((module) => module.NewKeyDialog));
const RevokeKey = lateDialog(() => import('./revoke-key.tsx').then((module) => module.RevokeKey));

/** The keys of the account: who made them, when they were last used, and a new one. */
export function KeysPage() {
  const { data: account } = useAccount();
  const keys = useQuery(useTRPC().dashboard.keys.list.queryOptions());
  const making = useDialogInAddress(newKeyDialog);
  const [prefix, setPrefix] = useState<string>();
  const all = keys.data?.keys;
  const active = all?.filter((key) => key.revoked_at === null).length ?? 0;
  const known = all?.find((key) => key.prefix === prefix);
  const cap = account?.account_keys ?? -1;
  const isFull =
    cap >= 0 && active >= cap ? `${formatNumber(active)} of ${formatNumber(cap)} keys: revoke one first.` : undefined;
  const isClosed = account?.api === false;
  return (
    <>
      <PageTitle
        title="API keys"
        count={
          all === undefined || account === undefined ? undefined : (
            <Badge variant="light" tt="none">
              {cap < 0 ? `${formatNumber(active)}, unlimited` : `${formatNumber(active)} of ${formatNumber(cap)}`}
            </Badge>
          )
        }
        actions={
          <WriteButton onClick={making.open} blocked={isFull}>
            New key
          </WriteButton>
        }
      />
      <Stack>
        {isClosed && (
          <Alert color="yellow" role="status">
            Keys open the API with a paid plan. On the free plan the API refuses them.
          </Alert>
        )}
        <KeysTable query={keys} onRevoke={setPrefix} />
        <UseAKey />
      </Stack>
      {making.isOpen && known === undefined && <NewKeyDialog onRevoke={setPrefix} onClose={making.close} />}
      {known !== undefined && (
        <RevokeKey
          known={known}
          who="A program that uses it"
          revoke={(client, revoked) => client.keys.revoke.mutate({ prefix: revoked })}
          onClose={() => setPrefix(undefined)}
        />
      )}
    </>
  );
}
