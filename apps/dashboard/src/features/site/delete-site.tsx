'use client';

import type { MemberSiteDetail } from '@goal/contract';
import { Card } from '@goal/ui/components/card.tsx';
import { ConfirmByTyping } from '@goal/ui/components/confirm-by-typing.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { isGone, useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';

import { pathOfSites } from '../../lib/paths.ts';
import { refetchAfterDeletion } from '../../lib/refetch-after-deletion.ts';

/** Deletes the site once its domain is typed, then opens the list. */
export function DeleteSite({ site }: { site: MemberSiteDetail }) {
  const { id, domain, account_id: account } = site;
  const [isOpen, setOpen] = useState(false);
  const { sites } = useTRPC().dashboard;
  const queryClient = useQueryClient();
  const router = useRouter();
  const leave = (): void => {
    notify.success(`${bidiIsolate(domain)} is deleted.`);
    refetchAfterDeletion(queryClient, id);
    router.push(pathOfSites(account));
  };
  const remove = useVerifiedMutation(sites.delete.mutationOptions(), {
    verify: async (client) => {
      const isDone = await isGone(client.dashboard.sites.get.query({ id }));
      return { isDone, sentence: `${domain} is ${isDone ? 'deleted' : 'still there'}.` };
    },
    onDone: leave,
  });
  return (
    <Card title="Delete the site">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ flex: '1 1 16rem' }}>
          Its keys stop working and its {formatNumber(site.kept.events)} events can no longer be read, for good.
        </Text>
        <Button variant="subtle" color="red" size="xs" onClick={() => setOpen(true)}>
          Delete the site
        </Button>
      </Group>
      {isOpen && (
        <ConfirmByTyping
          title={`Delete ${bidiIsolate(domain)}?`}
          name={domain}
          action="Delete the site"
          onConfirm={async () => {
            await remove.mutateAsync({ id, domain });
            leave();
          }}
          onClose={() => setOpen(false)}
        >
          <Text size="sm">
            This cannot be undone. To keep the events, export them first. Anybody can register the domain again.
          </Text>
        </ConfirmByTyping>
      )}
    </Card>
  );
}
