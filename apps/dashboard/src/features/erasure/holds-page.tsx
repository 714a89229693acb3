'use client';

import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { HoldsTable } from '@goal/ui/table/holds-table.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { isOwner } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';

const SetHold = lateDialog(() => import('./set-hold.tsx').then((module) => module.SetHold));
const EndHold = lateDialog(() => import('./end-hold.tsx').then((module) => module.EndHold));

export function HoldsPage() {
  const { data: account } = useAccount();
  const list = useQuery(useTRPC().dashboard.holds.list.queryOptions());
  const [isSetting, setSetting] = useState(false);
  const [ending, setEnding] = useState<string>();
  const ended = list.data?.holds.find(({ id }) => id === ending);
  const mayChange = account !== undefined && isOwner(account);
  return (
    <>
      <PageTitle
        title="Legal holds"
        actions={mayChange ? <WriteButton onClick={() => setSetting(true)}>Set a hold</WriteButton> : undefined}
      />
      <Stack>
        <Text size="sm">
          While a hold covers a site, retention deletes none of its events, and neither the site nor the account can be
          deleted. After its end retention waits for its grace.
        </Text>
        <HoldsTable
          query={list}
          empty={
            <EmptyState title="No hold">Set one where a lawsuit or an investigation needs events to stay.</EmptyState>
          }
          nameOf={({ site_id: id, site_domain: domain }) =>
            id === null ? 'the whole account' : (domain ?? 'a deleted site')
          }
          onEnd={mayChange ? setEnding : undefined}
          mayEnd={({ reason }) => reason !== null}
        />
      </Stack>
      {isSetting && <SetHold onClose={() => setSetting(false)} />}
      {ended !== undefined && <EndHold hold={ended} onClose={() => setEnding(undefined)} />}
    </>
  );
}
