import type { KeyAccess, MemberSite, SiteKeyView } from '@goal/contract';
import { AccessField, siteKeyChoices } from '@goal/ui/field/access-field.tsx';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { lostKey } from '@goal/ui/lib/sentences.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useState } from 'react';

import { KeyDialog } from './key-dialog.tsx';

type Props = {
  site: Pick<MemberSite, 'id' | 'domain'>;
  /** The key that the new one shall replace. */
  former: SiteKeyView | undefined;
  onRevoke: (prefix: string) => void;
  onClose: () => void;
};

/** Makes a key of a site and shows it once. Only this dialog holds the key, until it closes. */
export function NewSiteKeyDialog({ site: { id, domain }, former, onRevoke, onClose }: Props) {
  const [access, setAccess] = useState<KeyAccess>(former === undefined ? 'send' : (former.access ?? 'full'));
  const create = useVerifiedMutation(useTRPC().dashboard.sites.tokens.create.mutationOptions({ gcTime: 0 }), {
    lost: lostKey,
  });
  if (create.data !== undefined) return <KeyDialog domain={domain} token={create.data.token} onStored={onClose} />;
  return (
    <FormDialog
      title={former !== undefined ? 'Rotate the key' : 'New key'}
      action="Make the key"
      mutation={create}
      onSubmit={() => create.mutate({ id, access })}
      onRevoke={onRevoke}
      onClose={onClose}
    >
      <Text size="sm">
        {former !== undefined
          ? 'A second key is made and shown once. The old one works on until you revoke it, so that nothing is lost meanwhile.'
          : 'The key is shown once.'}
      </Text>
      <AccessField choices={siteKeyChoices} value={access} onChange={setAccess} />
    </FormDialog>
  );
}
