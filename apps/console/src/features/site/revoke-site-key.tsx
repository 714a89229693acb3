'use client';

import type { SiteKeyView } from '@goal/contract';
import { LastUse, RevokeKeyDialog } from '@goal/ui/components/revoke-key-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { useState } from 'react';

import { WhyField } from '../why/why-field.tsx';

type Props = {
  siteId: string;
  known: SiteKeyView;
  /** Number of active keys of the site, this one included. */
  active: number;
  onClose: () => void;
};

/** Revokes a site key for good. */
export function RevokeSiteKey({ siteId, known: { prefix, last_used_at }, active, onClose }: Props) {
  const [why, setWhy] = useState('');
  const revoke = useVerifiedMutation(useTRPC().admin.sites.keys.revoke.mutationOptions(), {
    done: `The key ${prefix} is revoked.`,
    onDone: onClose,
  });
  return (
    <RevokeKeyDialog
      prefix={prefix}
      mutation={revoke}
      field={<WhyField value={why} onChange={setWhy} />}
      onRevoke={() => revoke.mutate({ id: siteId, prefix, reason: why })}
      onClose={onClose}
    >
      The key stops working within a second: every request with it, to send or to read, is answered 401 «invalid token».{' '}
      <LastUse at={last_used_at} />{' '}
      {active > 1
        ? `${active - 1} other ${active === 2 ? 'key of the site keeps' : 'keys of the site keep'} working.`
        : 'It is the only working key of the site: the site cannot send until the customer makes another key and puts it into the plugin.'}{' '}
      The key stays in this list and cannot be restored.
    </RevokeKeyDialog>
  );
}
