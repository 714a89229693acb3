import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { HoldsTable } from '@goal/ui/table/holds-table.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useDomains } from '../../actions/use-names.ts';

const SetHold = lateDialog(() => import('./set-hold.tsx').then((module) => module.SetHold));
const EndHold = lateDialog(() => import('./end-hold.tsx').then((module) => module.EndHold));

/** The legal holds of an account: set, listed, ended (rulings §13.6). */
export function HoldsTab({ id }: { id: string }) {
  const list = useQuery(useTRPC().admin.accounts.holds.list.queryOptions({ id }));
  const [isSetting, setSetting] = useState(false);
  const [ending, setEnding] = useState<string>();
  const holds = list.data?.holds;
  const domainOf = useDomains(holds?.map(({ site_id: site }) => site) ?? []);
  const ended = holds?.find((hold) => hold.id === ending);
  return (
    <Stack>
      <Group>
        <WriteButton onClick={() => setSetting(true)}>Set a hold</WriteButton>
      </Group>
      <HoldsTable
        query={list}
        empty={<EmptyState title="No hold">While one covers a site, nothing of it is deleted.</EmptyState>}
        nameOf={({ site_id: site }) => (site === null ? 'the whole account' : (domainOf(site) ?? site))}
        onEnd={setEnding}
        mayEnd={() => true}
      />
      {isSetting && <SetHold accountId={id} onClose={() => setSetting(false)} />}
      {ended !== undefined && <EndHold accountId={id} hold={ended} onClose={() => setEnding(undefined)} />}
    </Stack>
  );
}
