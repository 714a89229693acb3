'use client';

import type { MemberSite, SiteKeyView } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';

type Props = {
  site: Pick<MemberSite, 'id' | 'domain'>;
  known: SiteKeyView;
  /** Active keys of the site, this one included. */
  active: number;
  onClose: () => void;
};

/** Asks before a key of a site is revoked. */
export function RevokeSiteKeyDialog({ site: { id }, known, active, onClose }: Props) {
  const { prefix, last_used_at: lastUse } = known;
  const queryClient = useQueryClient();
  const revoke = useVerifiedMutation(
    useTRPC().dashboard.sites.tokens.revoke.mutationOptions({
      onSuccess: () => {
        notify.success(`The key ${prefix} is revoked.`);
        void queryClient.invalidateQueries();
        onClose();
      },
    }),
    {
      verify: async (client) => {
        const { tokens } = await client.dashboard.sites.tokens.list.query({ id });
        const isActive = tokens.some((key) => key.prefix === prefix && key.revoked_at === null);
        return { isDone: !isActive, sentence: `The key ${prefix} is ${isActive ? 'still active' : 'revoked'} now.` };
      },
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      title={`Revoke the key ${prefix}?`}
      action="Revoke the key"
      color="red"
      isBusy={revoke.isPending}
      error={revoke.error}
      onSubmit={() => revoke.mutate({ id, prefix })}
      onClose={onClose}
    >
      <Text size="sm">
        Whatever uses it is refused at the next request. This cannot be undone.{' '}
        {lastUse === null ? (
          'It was never used.'
        ) : (
          <>
            It was last used <Time value={lastUse} as="ago" />.
          </>
        )}{' '}
        {active === 1 && 'It is the only key: the site can send nothing until you make another.'}
      </Text>
    </FormDialog>
  );
}
