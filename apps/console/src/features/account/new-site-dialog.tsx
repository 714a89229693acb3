'use client';

import { parseDomain } from '@goal/contract';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { failureOf } from '../../trpc/errors.ts';
import { useTRPC } from '../../trpc/trpc.ts';
import { useAct } from '../../trpc/use-act.ts';
import { useApiAddress } from '../../session/api-address.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { isolated } from '../../ui/isolated.ts';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { ActDialog } from '../site/act-dialog.tsx';
import classes from './account.module.css';
import type { SecretDialogProps } from './dialog-props.ts';
import { firstEvent } from './first-event.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { faultyField, hostOf, urlOf } from './site-form.ts';
import { useRefresh } from './use-refresh.ts';

/** Registers a site for the account. Its key is shown once, with a command that sends a first event. */
export function NewSiteDialog({ account, onSecret, onClose }: SecretDialogProps) {
  useFocusBack();
  const refresh = useRefresh(account.id);
  const [domain, setDomain] = useState('');
  // Until somebody types another, it follows the domain.
  const [url, setUrl] = useState<string>();
  const [name, setName] = useState('');
  const [group, setGroup] = useState('');
  const create = useAct(
    useTRPC().admin.accounts.sites.create.mutationOptions({
      gcTime: 0,
      onSuccess: () => {
        onSecret();
        void refresh();
      },
    }),
    {
      truth: async (client, sent) => {
        const wanted = parseDomain(sent.domain);
        const { sites } = await client.admin.accounts.sites.list.query({ id: account.id, q: wanted ?? sent.domain });
        const isThere = sites.some((site) => site.domain === wanted);
        // The key is lost in either case, so the act is never done as it was asked.
        return { isDone: false, sentence: isThere ? lostSiteKey : 'There is no site of this domain now.' };
      },
    },
  );
  if (create.data !== undefined) return <Registered site={create.data} onClose={onClose} />;
  const sentence = create.error === null ? undefined : failureOf(create.error).sentence;
  const at = create.error === null ? undefined : faultyField(create.error.message);
  const error = (field: typeof at) => ({
    error: at === field ? sentence : undefined,
    errorProps: { role: 'alert' },
    autoComplete: 'off',
  });
  const submit = (): void =>
    create.mutate({
      id: account.id,
      domain,
      site_url: url ?? urlOf(domain),
      ...(name === '' ? {} : { name }),
      ...(group === '' ? {} : { group_id: group }),
    });
  return (
    <ActDialog
      title={`Register a site for ${isolated(account.email)}`}
      action="Register site"
      isBusy={create.isPending}
      error={at === undefined ? create.error : undefined}
      onAct={submit}
      onClose={onClose}
    >
      <TextInput
        label="Domain"
        description="Bare hostname: no scheme, port or path"
        placeholder="shop.example.com"
        value={domain}
        onChange={(event) => setDomain(event.currentTarget.value)}
        onBlur={() => {
          const host = hostOf(domain);
          if (host === undefined) return;
          setUrl(url ?? domain.trim());
          setDomain(host);
        }}
        spellCheck={false}
        data-autofocus
        {...error('domain')}
      />
      <TextInput
        label="Site URL"
        placeholder="https://shop.example.com/"
        value={url ?? urlOf(domain)}
        onChange={(event) => setUrl(event.currentTarget.value)}
        spellCheck={false}
        {...error('site_url')}
      />
      <TextInput
        label="Name"
        description="May be empty"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        dir="auto"
        {...error('name')}
      />
      <GroupField id={account.id} count={account.usage.groups} value={group} onChange={setGroup} />
    </ActDialog>
  );
}

type GroupProps = { id: string; count: number; value: string; onChange: (id: string) => void };

/** Offered where there are groups; of very many the newest 200. */
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

function Registered({ site, onClose }: { site: { domain: string; token: string }; onClose: () => void }) {
  const api = useApiAddress();
  const command = firstEvent(site.domain, site.token, api);
  return (
    <SecretDialog title={`Key of ${site.domain}`} secret={site.token} onClose={onClose}>
      <Text size="sm">
        The site sends and reads with this key, and names itself in the header <code>X-Site-Domain: {site.domain}</code>
        . A first event
        {api === undefined && (
          <>
            , where <code>$API</code> is the address of the service with its path
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

const lostSiteKey =
  'The site is registered now, with a key that nobody has seen: revoke that key on the page of the site, and have the customer mint another; or delete the site, and register it again.';
