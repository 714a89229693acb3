import { type CreatedSite } from '@goal/contract';
import { CopyButton } from '@goal/ui/text/copy-button.tsx';
import { SecretDialog } from '@goal/ui/dialog/secret-dialog.tsx';
import { useFocusBack } from '@goal/ui/dialog/use-focus-back.ts';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useApiAddress } from '@goal/ui/site/api-address.tsx';
import { NewSiteForm } from '@goal/ui/site/new-site-form.tsx';
import { firstEvent, newestEvents } from '@goal/ui/site/first-event.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import classes from '../account.module.css';
import type { SecretDialogProps } from '../dialog-props.ts';

export function NewSiteDialog({ account, onSecret, onClose }: SecretDialogProps) {
  useFocusBack();
  const [group, setGroup] = useState('');
  const create = useVerifiedMutation(
    useTRPC().admin.accounts.sites.create.mutationOptions({ gcTime: 0, onSuccess: onSecret }),
    { lost: lostSiteKey },
  );
  if (create.data !== undefined) return <Registered site={create.data} onClose={onClose} />;
  return (
    <NewSiteForm
      title={`Register a site for ${bidiIsolate(account.email)}`}
      action="Register site"
      access="full"
      hasUrl
      mutation={create}
      onSubmit={(site) => create.mutate({ id: account.id, ...site, ...(group === '' ? {} : { group_id: group }) })}
      onClose={onClose}
    >
      <GroupField id={account.id} count={account.usage.groups} value={group} onChange={setGroup} />
    </NewSiteForm>
  );
}

type GroupProps = { id: string; count: number; value: string; onChange: (id: string) => void };

/** Shown if the account has groups; offers the newest 200. */
function GroupField({ id, count, value, onChange }: GroupProps) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.admin.accounts.groups.list.queryOptions({ id, limit: 200 }, { enabled: count > 0 }));
  if (count === 0) return null;
  const groups = data?.groups.map((group) => ({ value: group.id, label: group.name })) ?? [];
  return (
    <NativeSelect
      label="Group"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: 'None' }, ...groups]}
    />
  );
}

function Registered({ site, onClose }: { site: CreatedSite; onClose: () => void }) {
  const api = useApiAddress();
  const isReader = site.access === 'read';
  const command = (isReader ? newestEvents : firstEvent)(site.domain, site.token, api);
  return (
    <SecretDialog title={`Key of ${site.domain}`} secret={site.token} onClose={onClose}>
      <Text size="sm">
        {isReader ? 'A program reads' : site.access === 'send' ? 'The site sends' : 'The site sends and reads'} with
        this key and the header <code>X-Site-Domain: {site.domain}</code>. This command{' '}
        {isReader ? 'reads the newest events' : 'sends a first event'}
        {api === undefined && (
          <>
            ; replace <code>$API</code> with the address of the service and its path
          </>
        )}
        :
      </Text>
      <pre className={classes.command}>{command}</pre>
      <div>
        <CopyButton value={command} what="command" />
      </div>
    </SecretDialog>
  );
}

const lostSiteKey = ({ key = '' }: Readonly<Record<string, string>>): string =>
  `The site is registered now, but its key ${key} was lost. Revoke that key on the page of the site and have the customer make another, or delete the site and register it again.`;
