import { choicesOf } from '@goal/ui/field/choices-of.ts';
import { useTextFields } from '@goal/ui/field/use-text-fields.ts';
import type { MemberAccount } from '@goal/contract';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { SegmentedControl } from '@goal/ui/field/segmented-control.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type Filters, inputOf, valueOf } from '../filters/query/filters.ts';
import { AlertMade } from './alert-made.tsx';
import { FirstSecret } from './first-secret.tsx';
import { MailTo } from './mail-to.tsx';
import { fieldOfRefusal } from './sink-draft.ts';
import { streamMade } from './stream-made.ts';
import { nameOfAlert, wordsOfFilters } from './stream-filters.ts';

type Props = { account: MemberAccount; filters: Filters; onClose: () => void };

export function AlertDialog({ account, filters, onClose }: Props) {
  const { dashboard } = useTRPC();
  const { data: members } = useQuery(dashboard.members.list.queryOptions());
  const mine = members?.members.find(({ current }) => current)?.id;
  const [way, setWay] = useState<'mail' | 'webhook'>('mail');
  const [chosen, setChosen] = useState<readonly string[]>();
  const [body, setBody] = useState<'standard' | 'slack'>('standard');
  const to = chosen ?? (mine === undefined ? [] : [mine]);
  const { byMail, byWebhook, ...both } = useAlert(onClose);
  const form = useTextFields({ name: nameOfAlert(filters), url: '' }, both, ({ message }) =>
    fieldOfRefusal('webhook', message) === 'url' ? 'url' : /\bname\b/.test(message) ? 'name' : undefined,
  );
  const made = byMail.data ?? byWebhook.data;
  const [isRead, setRead] = useState(false);
  if (made !== undefined && made.secret !== null && !isRead && body === 'standard')
    return <FirstSecret secret={made.secret} onClose={() => setRead(true)} />;
  if (made !== undefined) return <AlertMade accountId={account.account_id} made={made} way={way} onClose={onClose} />;
  const isFree = !account.api;
  const submit = (): void => {
    const { name, url } = form.texts;
    const given = { name: name.trim(), filters: inputOf(filters) };
    if (way === 'mail') byMail.mutate({ ...given, to: to.length === 0 ? null : [...to] });
    else byWebhook.mutate({ ...given, sink: { type: 'webhook', url: url.trim(), body } });
  };
  return (
    <FormDialog
      title="Tell me when this happens"
      action="Make the alert"
      mutation={form.mutation}
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
          both.reset();
          setWay(next);
        }}
        options={choicesOf({ mail: 'By mail', webhook: 'By webhook' })}
      />
      {way === 'mail' ? (
        <>
          <MailTo to={to} group={valueOf(filters, 'group')} onChange={setChosen} />
          <Text size="xs" c="dimmed">
            At most one mail in ten minutes, with up to 20 events and the number of the others.
          </Text>
        </>
      ) : (
        <WebhookFields url={form.field('url')} body={body} isFree={isFree} onBody={setBody} />
      )}
      <TextInput label="Name" description="What the alert is called, also in its mails" {...form.field('name')} />
    </FormDialog>
  );
}

/** Makes the alert: by mail without a proof, elsewhere with one. */
function useAlert(onDone: () => void) {
  const { streams } = useTRPC().dashboard;
  const change = { ...streamMade, onLost: onDone };
  const byMail = useVerifiedMutation(streams.alert.mutationOptions(), change);
  const byWebhook = useVerifiedMutation(streams.create.mutationOptions({ gcTime: 0 }), change);
  return {
    byMail,
    byWebhook,
    error: byMail.error ?? byWebhook.error,
    isPending: byMail.isPending || byWebhook.isPending,
    reset: () => {
      byMail.reset();
      byWebhook.reset();
    },
  };
}

type WebhookProps = {
  url: Partial<TextInputProps>;
  body: 'standard' | 'slack';
  isFree: boolean;
  onBody: (body: 'standard' | 'slack') => void;
};

function WebhookFields({ url, body, isFree, onBody }: WebhookProps) {
  if (isFree) return <Text size="sm">Webhooks come with a paid plan. On the free plan an alert comes by mail.</Text>;
  return (
    <>
      <TextInput
        label="Address"
        description="https, where your program or Slack takes it"
        placeholder="https://hooks.example.com/goal"
        {...url}
        spellCheck={false}
      />
      <SegmentedControl
        label="Form"
        value={body}
        onChange={onBody}
        options={choicesOf({ standard: 'JSON, signed', slack: 'Slack message' })}
      />
    </>
  );
}
