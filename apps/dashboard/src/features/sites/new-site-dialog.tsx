import { type MemberAccount } from '@goal/contract';
import { NewSiteForm } from '@goal/ui/site/new-site-form.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { useRouter } from 'next/navigation';
import { useState } from 'react';

import { pathOfConnect } from '../../lib/paths.ts';
import { reachesAll } from '../account/rights.ts';
import { keepNewKey } from '../connect/new-key.ts';
import { GroupSelect } from '../account/group-select.tsx';
import { KeyDialog } from '../site/key-dialog.tsx';

type Props = { account: MemberAccount; onClose: () => void };

export function NewSiteDialog({ account, onClose }: Props) {
  const router = useRouter();
  const [group, setGroup] = useState('');
  const create = useVerifiedMutation(useTRPC().dashboard.sites.create.mutationOptions({ gcTime: 0 }), { lost });
  if (create.data !== undefined) {
    const { site_id: site, domain, token } = create.data;
    const leave = (): void => {
      keepNewKey({ site, token });
      router.push(pathOfConnect(account.account_id, site));
    };
    return <KeyDialog domain={domain} token={token} onStored={leave} />;
  }
  return (
    <NewSiteForm
      title="Add a site"
      action="Add the site"
      access="send"
      mutation={create}
      onSubmit={(site) => create.mutate({ ...site, ...(group === '' ? {} : { group_id: group }) })}
      onClose={onClose}
    >
      {reachesAll(account) && account.usage.groups > 0 && (
        <GroupSelect label="Group" value={group} onChange={setGroup} first={[{ value: '', label: 'None' }]} />
      )}
    </NewSiteForm>
  );
}

const lost = ({ key = '' }: Readonly<Record<string, string>>): string =>
  `The site is added, but nobody can see its key ${key} any more. Revoke that key on the page of the site, and make another one.`;
