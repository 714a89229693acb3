'use client';

import type { MemberSiteDetail } from '@goal/contract';
import { ConfirmByTypingDialog } from '@goal/ui/components/confirm-by-typing-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { isGone, useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';

import { pathOfSites } from '../../lib/paths.ts';
import { refetchAfterDeletion } from '../../lib/refetch-after-deletion.ts';

type Props = { site: MemberSiteDetail; onClose: () => void };

/** Deletes the site once its domain is typed, then opens the list. */
export function DeleteSiteDialog({ site: { id, domain, account_id: account }, onClose }: Props) {
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
    <ConfirmByTypingDialog
      title={`Delete ${bidiIsolate(domain)}?`}
      name={domain}
      action="Delete the site"
      onConfirm={async () => {
        await remove.mutateAsync({ id, domain });
        leave();
      }}
      onClose={onClose}
    >
      <Text size="sm">
        This cannot be undone. To keep the events, export them first. Anybody can register the domain again.
      </Text>
    </ConfirmByTypingDialog>
  );
}
