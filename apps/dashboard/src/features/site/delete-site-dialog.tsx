import type { MemberSiteDetail } from '@goal/contract';
import { ConfirmByTypingDialog } from '@goal/ui/dialog/confirm-by-typing-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useRouter } from 'next/navigation';

import { pathOfSites } from '../../lib/paths.ts';

type Props = { site: MemberSiteDetail; onClose: () => void };

export function DeleteSiteDialog({ site: { id, domain, account_id: account }, onClose }: Props) {
  const router = useRouter();
  const remove = useVerifiedMutation(useTRPC().dashboard.sites.delete.mutationOptions(), {
    done: `${bidiIsolate(domain)} is deleted.`,
    onDone: () => router.push(pathOfSites(account)),
    gone: id,
  });
  return (
    <ConfirmByTypingDialog
      title={`Delete ${bidiIsolate(domain)}?`}
      name={domain}
      action="Delete the site"
      mutation={remove}
      onConfirm={() => remove.mutate({ id, domain })}
      onClose={onClose}
    >
      <Text size="sm">
        This cannot be undone. To keep the events, export them first. Anybody can register the domain again.
      </Text>
    </ConfirmByTypingDialog>
  );
}
