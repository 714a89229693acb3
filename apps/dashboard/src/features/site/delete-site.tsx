import type { MemberSiteDetail } from '@goal/contract';
import { ConfirmByTyping } from '@goal/ui/dialog/confirm-by-typing.tsx';
import { DeleteCard } from '@goal/ui/dialog/delete-card.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useRouter } from 'next/navigation';

import { pathOfSites } from '../../lib/paths.ts';

/** Says what goes with the site, and deletes it once its domain is typed. Then the list opens. */
export function DeleteSite({ site: { id, domain, account_id: account, kept } }: { site: MemberSiteDetail }) {
  const router = useRouter();
  const remove = useVerifiedMutation(useTRPC().dashboard.sites.delete.mutationOptions(), {
    done: `${bidiIsolate(domain)} is deleted.`,
    onDone: () => router.push(pathOfSites(account)),
    gone: id,
  });
  return (
    <DeleteCard
      action="Delete the site"
      about={`Its keys stop working and its ${formatNumber(kept.events)} events can no longer be read, for good.`}
      dialog={(onClose) => (
        <ConfirmByTyping
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
        </ConfirmByTyping>
      )}
    />
  );
}
