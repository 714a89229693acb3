import type { SiteKeyView } from '@goal/contract';
import { LastUse, revokeKey } from '@goal/ui/dialog/revoke-key.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';

import { AskWhy } from '../why/ask-why.tsx';

type Props = {
  siteId: string;
  known: SiteKeyView;
  /** Number of active keys of the site, this one included. */
  active: number;
  onClose: () => void;
};

export function RevokeSiteKey({ siteId, known: { prefix, last_used_at }, active, onClose }: Props) {
  return (
    <AskWhy
      {...revokeKey(prefix)}
      action="Revoke key"
      procedure={useTRPC().admin.sites.keys.revoke.mutationOptions()}
      input={(reason) => ({ id: siteId, prefix, reason })}
      onClose={onClose}
    >
      <Text size="sm">
        The key stops working within a second: every request with it, to send or to read, is answered 401 «invalid
        token». <LastUse at={last_used_at} />{' '}
        {active > 1
          ? `${active - 1} other ${active === 2 ? 'key of the site keeps' : 'keys of the site keep'} working.`
          : 'It is the only working key of the site: the site cannot send until the customer makes another key and puts it into the plugin.'}{' '}
        The key stays in this list and cannot be restored.
      </Text>
    </AskWhy>
  );
}
