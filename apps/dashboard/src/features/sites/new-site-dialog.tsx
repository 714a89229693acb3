'use client';

import { type KeyAccess, type MemberAccount } from '@goal/contract';
import { AccessField, siteKeyChoices } from '@goal/ui/components/access-field.tsx';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';

import { pathOfConnect } from '../../lib/paths.ts';
import { reachesAll } from '../account/rights.ts';
import { keepNewKey } from '../connect/new-key.ts';
import { GroupSelect } from '../groups/group-select.tsx';
import { KeyDialog } from '../site/key-dialog.tsx';
import { addressOf } from './site-address.ts';

type Props = { account: MemberAccount; onClose: () => void };

/** Adds a site, shows its key once, and leads on to the page that watches the first event. */
export function NewSiteDialog({ account, onClose }: Props) {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const [name, setName] = useState('');
  const [group, setGroup] = useState('');
  const [access, setAccess] = useState<KeyAccess>('send');
  const create = useVerifiedMutation(useTRPC().dashboard.sites.create.mutationOptions({ gcTime: 0 }), { lost });
  if (create.data !== undefined) {
    const { site_id: site, domain, token } = create.data;
    const leave = (): void => {
      keepNewKey({ site, token });
      router.push(pathOfConnect(account.account_id, site));
    };
    return <KeyDialog domain={domain} token={token} onStored={leave} />;
  }
  const fault = create.error === null ? undefined : failureOf(create.error);
  const at = create.error === null ? undefined : faultyField(create.error.message);
  const { domain, site_url } = addressOf(typed);
  const submit = (): void =>
    create.mutate({
      domain,
      site_url,
      ...(name === '' ? {} : { name }),
      ...(group === '' ? {} : { group_id: group }),
      access,
    });
  return (
    <FormDialog
      title="Add a site"
      action="Add the site"
      isBusy={create.isPending}
      error={at === undefined ? create.error : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Domain"
        description="As in the address bar; the whole address works too"
        placeholder="shop.example.com"
        value={typed}
        onChange={(event) => {
          create.reset();
          setTyped(event.currentTarget.value);
        }}
        error={at === 'domain' ? fault?.sentence : undefined}
        errorProps={{ role: 'alert' }}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <TextInput
        label="Name"
        description="Optional"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={at === 'name' ? fault?.sentence : undefined}
        errorProps={{ role: 'alert' }}
        autoComplete="off"
        dir="auto"
      />
      {reachesAll(account) && account.usage.groups > 0 && (
        <GroupSelect label="Group" value={group} onChange={setGroup} first={[{ value: '', label: 'None' }]} />
      )}
      <AccessField choices={siteKeyChoices} value={access} onChange={setAccess} />
    </FormDialog>
  );
}

/** Nobody has seen the key. */
const lost = ({ key = '' }: Readonly<Record<string, string>>): string =>
  `The site is added, but nobody can see its key ${key} any more. Revoke that key on the page of the site, and make another one.`;

/** The field that a refusal is about; undefined if it is about the account. */
function faultyField(sentence: string): 'domain' | 'name' | undefined {
  if (/^(invalid domain|domain must|site already registered|site_url)/.test(sentence)) return 'domain';
  return sentence.startsWith('name ') ? 'name' : undefined;
}
