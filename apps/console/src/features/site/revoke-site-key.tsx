'use client';

import type { SiteKeyView } from '@goal/contract';
import { Text } from '@mantine/core';

import { useTRPC } from '../../trpc/trpc.ts';
import { useAct } from '../../trpc/use-act.ts';
import { keyIsRevoked } from './site-truth.ts';
import { notify } from '../../ui/notify.ts';
import { Time } from '../../ui/time.tsx';
import { ActDialog } from './act-dialog.tsx';
import { useRenewal } from './use-renewal.ts';

type Props = {
  siteId: string;
  known: SiteKeyView;
  /** How many keys of the site work now. */
  active: number;
  onClose: () => void;
};

/** Takes a site's key out of use, for good. */
export function RevokeSiteKey({ siteId, known: { prefix, last_used_at }, active, onClose }: Props) {
  const { afterChange } = useRenewal();
  const revoke = useAct(
    useTRPC().admin.sites.keys.revoke.mutationOptions({
      onSuccess: () => {
        notify.success(`The key ${prefix} is revoked.`);
        afterChange();
        onClose();
      },
    }),
    { truth: (client) => keyIsRevoked(prefix, client.admin.sites.keys.list.query({ id: siteId })), onDone: onClose },
  );
  return (
    <ActDialog
      title={`Revoke the key ${prefix}?`}
      action="Revoke key"
      color="red"
      isBusy={revoke.isPending}
      error={revoke.error}
      onAct={() => revoke.mutate({ id: siteId, prefix })}
      onClose={onClose}
    >
      <Text size="sm">
        The key stops working within a second: whatever sends or reads with it is answered 401 «invalid token».{' '}
        {last_used_at === null ? (
          'It was never used.'
        ) : (
          <>
            It was last used <Time value={last_used_at} as="ago" />.
          </>
        )}{' '}
        {active > 1
          ? `${active - 1} other ${active === 2 ? 'key of the site goes' : 'keys of the site go'} on working.`
          : 'It is the only working key of the site: the site cannot send until the customer makes another one and puts it in.'}{' '}
        The key stays in this list and cannot be given back.
      </Text>
    </ActDialog>
  );
}
