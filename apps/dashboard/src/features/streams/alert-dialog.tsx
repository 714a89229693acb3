'use client';

import type { MemberAccount } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { SegmentedControl } from '@goal/ui/components/segmented-control.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type Filters, inputOf, valueOf } from '../log/filters.ts';
import { AlertMade } from './alert-made.tsx';
import { FirstSecret } from './first-secret.tsx';
import { MailTo } from './mail-to.tsx';
import { fieldOfRefusal } from './sink-draft.ts';
import { streamMade } from './stream-made.ts';
import { nameOfAlert, wordsOfFilters } from './stream-filters.ts';

type Props = { account: MemberAccount; filters: Filters; onClose: () => void };

/** Makes a stream of what the log shows: mail to members, or a webhook. */
export function AlertDialog({ account, filters, onClose }: Props) {
  const { dashboard } = useTRPC();
  const { data: members } = useQuery(dashboard.members.list.queryOptions());
  const mine = members?.members.find(({ current }) => current)?.id;
  const [way, setWay] = useState<'mail' | 'webhook'>('mail');
  const [name, setName] = useState(() => nameOfAlert(filters));
  const [chosen, setChosen] = useState<readonly string[]>();
  const [url, setUrl] = useState('');
  const [body, setBody] = useState<'standard' | 'slack'>('standard');
  const to = chosen ?? (mine === undefined ? [] : [mine]);
  const { byMail, byWebhook } = useAlert(onClose);
  const made = byMail.data ?? byWebhook.data;
  const [isRead, setRead] = useState(false);
  if (made !== undefined && made.secret !== null && !isRead && body === 'standard')
    return <FirstSecret secret={made.secret} onClose={() => setRead(true)} />;
  if (made !== undefined) return <AlertMade accountId={account.account_id} made={made} way={way} onClose={onClose} />;
  const isFree = !account.api;
  const error = byMail.error ?? byWebhook.error;
  const isOfUrl = error instanceof Error && fieldOfRefusal('webhook', error.message) === 'url';
  const isOfName = error instanceof Error && /\bname\b/.test(error.message);
  const sentence = error === null ? undefined : failureOf(error).sentence;
  const fresh = (): void => {
    byMail.reset();
    byWebhook.reset();
  };
  const submit = (): void => {
    const given = { name: name.trim(), filters: inputOf(filters) };
    if (way === 'mail') byMail.mutate({ ...given, to: to.length === 0 ? null : [...to] });
    else byWebhook.mutate({ ...given, sink: { type: 'webhook', url: url.trim(), body } });
  };
  return (
    <FormDialog
      title="Tell me when this happens"
      action="Make the alert"
      isBusy={byMail.isPending || byWebhook.isPending}
      error={isOfUrl || isOfName ? undefined : error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {`From now on, for ${wordsOfFilters(filters)}. The time of this view does not count.`}
      </Text>
      <SegmentedControl
        label="How"
        value={way}
        onChange={(next) => {
          fresh();
          setWay(next);
        }}
        options={[
          { value: 'mail', label: 'By mail' },
          { value: 'webhook', label: 'By webhook' },
        ]}
      />
      {way === 'mail' ? (
        <>
          <MailTo to={to} group={valueOf(filters, 'group')} onChange={setChosen} />
          <Text size="xs" c="dimmed">
            At most one mail in ten minutes, with up to 20 events and the number of the others.
          </Text>
        </>
      ) : (
        <WebhookFields
          url={url}
          error={isOfUrl ? sentence : undefined}
          body={body}
          isFree={isFree}
          onUrl={(next) => {
            fresh();
            setUrl(next);
          }}
          onBody={setBody}
        />
      )}
      <TextInput
        label="Name"
        description="What the alert is called, also in its mails"
        value={name}
        error={isOfName ? sentence : undefined}
        errorProps={{ role: 'alert' }}
        onChange={(event) => {
          fresh();
          setName(event.currentTarget.value);
        }}
        autoComplete="off"
        dir="auto"
      />
    </FormDialog>
  );
}

/** Makes the alert: by mail without a proof, elsewhere with one. */
function useAlert(onDone: () => void) {
  const { streams } = useTRPC().dashboard;
  const change = { ...streamMade, onLost: onDone };
  const byMail = useVerifiedMutation(streams.alert.mutationOptions(), change);
  const byWebhook = useVerifiedMutation(streams.create.mutationOptions({ gcTime: 0 }), change);
  return { byMail, byWebhook };
}

type WebhookProps = {
  url: string;
  error: string | undefined;
  body: 'standard' | 'slack';
  isFree: boolean;
  onUrl: (url: string) => void;
  onBody: (body: 'standard' | 'slack') => void;
};

function WebhookFields({ url, error, body, isFree, onUrl, onBody }: WebhookProps) {
  if (isFree) return <Text size="sm">Webhooks come with a paid plan. On the free plan an alert comes by mail.</Text>;
  return (
    <>
      <TextInput
        label="Address"
        description="https, where your program or Slack takes it"
        placeholder="https://hooks.example.com/goal"
        value={url}
        error={error}
        errorProps={{ role: 'alert' }}
        onChange={(event) => onUrl(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <SegmentedControl
        label="Form"
        value={body}
        onChange={onBody}
        options={[
          { value: 'standard', label: 'JSON, signed' },
          { value: 'slack', label: 'Slack message' },
        ]}
      />
    </>
  );
}
