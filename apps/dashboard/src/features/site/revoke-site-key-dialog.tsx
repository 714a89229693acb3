'use client';

import type { MemberSite, SiteKeyView } from '@goal/contract';
import { LastUse, RevokeKeyDialog } from '@goal/ui/components/revoke-key-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { keyIsRevoked } from '@goal/ui/trpc/verify-key.ts';

import { useRevoked } from '../keys/use-revoked.ts';

type Props = {
  site: Pick<MemberSite, 'id' | 'domain'>;
  known: SiteKeyView;
  /** Active keys of the site, this one included. */
  active: number;
  onClose: () => void;
};

/** Asks before a key of a site is revoked. */
export function RevokeSiteKeyDialog({ site: { id }, known: { prefix, last_used_at }, active, onClose }: Props) {
  const revoke = useVerifiedMutation(
    useTRPC().dashboard.sites.tokens.revoke.mutationOptions({ onSuccess: useRevoked(prefix, onClose) }),
    {
      verify: (client) =>
        keyIsRevoked(
          prefix,
          client.dashboard.sites.tokens.list.query({ id }).then(({ tokens }) => ({ keys: tokens })),
        ),
      onDone: onClose,
    },
  );
  return (
    <RevokeKeyDialog
      prefix={prefix}
      action="Revoke the key"
      mutation={revoke}
      onRevoke={() => revoke.mutate({ id, prefix })}
      onClose={onClose}
    >
      Whatever uses it is refused at the next request. This cannot be undone. <LastUse at={last_used_at} />{' '}
      {active === 1 && 'It is the only key: the site can send nothing until you make another.'}
    </RevokeKeyDialog>
  );
}
