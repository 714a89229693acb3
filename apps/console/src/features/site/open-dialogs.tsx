import { useTextFields } from '@goal/ui/field/use-text-fields.ts';
import { type InspectedSite, limits, parseDecimal } from '@goal/contract';
import { ConfirmByTypingDialog } from '@goal/ui/dialog/confirm-by-typing-dialog.tsx';
import { AskDialog } from '@goal/ui/dialog/ask-dialog.tsx';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { rateSentence } from '@goal/ui/lib/sentences.ts';
import { notifyFailure } from '@goal/ui/lib/notify.ts';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';

import { AskWhy } from '../why/ask-why.tsx';
import { WhyField } from '../why/why-field.tsx';

export type OpenSiteDialogProps = {
  site: Pick<InspectedSite, 'id' | 'account_id' | 'domain' | 'rate_limit_rps'>;
  onClose: () => void;
};

export function RevokeSite({ site, onClose }: OpenSiteDialogProps) {
  return (
    <AskWhy
      title={`Revoke ${site.domain}?`}
      action="Revoke site"
      color="red"
      procedure={useTRPC().admin.sites.revoke.mutationOptions()}
      input={(reason) => ({ id: site.id, reason })}
      done={`${site.domain} is revoked.`}
      onClose={onClose}
    >
      <Text size="sm">
        From now on, sending and reading with the site&rsquo;s keys is refused with «site revoked». Its keys and events
        stay, and the account still sees both, but only support can bring the site back: «Restore» makes it paused.
      </Text>
    </AskWhy>
  );
}

export function RestoreSite({ site, onClose }: OpenSiteDialogProps) {
  return (
    <AskDialog
      title={`Restore ${site.domain}?`}
      action="Restore to paused"
      procedure={useTRPC().admin.sites.restore.mutationOptions()}
      input={{ id: site.id }}
      done={`${site.domain} is restored, and paused.`}
      onClose={onClose}
    >
      <Text size="sm">
        The site becomes paused, not active: its keys can read again, but what it sends is refused with «site paused»
        until you or the customer activate it, which needs room in the plan.
      </Text>
    </AskDialog>
  );
}

export function ChangeRate({ site, onClose }: OpenSiteDialogProps) {
  const [refused, setRefused] = useState<string>();
  const { update: procedure } = useTRPC().admin.sites;
  const mayRead = (times: number): string => `${site.domain} may read ${formatNumber(times)} times a second`;
  const undo = useVerifiedMutation(procedure.mutationOptions({ onError: notifyFailure }), {
    done: `${mayRead(site.rate_limit_rps)} again.`,
  });
  const update = useVerifiedMutation(procedure.mutationOptions(), {
    done: (sent) => `${mayRead(sent.rate_limit_rps)}.`,
    undo: () => undo.mutate({ id: site.id, rate_limit_rps: site.rate_limit_rps }),
    onDone: onClose,
  });
  const form = useTextFields({ rate: String(site.rate_limit_rps) }, update, () => 'rate');
  const rate = rateOf(form.texts.rate);
  return (
    <FormDialog
      title={`Change the rate of ${site.domain}`}
      action="Change rate"
      mutation={form.mutation}
      onSubmit={() => {
        setRefused(form.texts.rate);
        if (rate !== undefined) update.mutate({ id: site.id, rate_limit_rps: rate });
      }}
      onClose={onClose}
    >
      <TextInput
        label="Requests a second"
        description={`How often the site’s keys may read. ${rateSentence} A burst may be ${limits.readBurstFactor} times that. Sending has its own limit.`}
        inputMode="numeric"
        {...form.field('rate')}
        {...(rate === undefined && refused === form.texts.rate ? { error: rateSentence } : {})}
        data-autofocus
      />
    </FormDialog>
  );
}

function rateOf(typed: string): number | undefined {
  const rate = parseDecimal(typed.trim());
  const { min, max } = limits.readRate;
  return rate !== undefined && rate >= min && rate <= max ? rate : undefined;
}

export function DeleteSite({ site, onClose }: OpenSiteDialogProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const [why, setWhy] = useState('');
  const remove = useVerifiedMutation(trpc.admin.sites.delete.mutationOptions(), {
    done: `${site.domain} is deleted.`,
    onDone: () => router.push(`/accounts/${site.account_id}`),
    gone: site.id,
  });
  const known = useQuery(trpc.admin.sites.get.queryOptions({ id: site.id }));
  return (
    <ConfirmByTypingDialog
      title={`Delete ${site.domain}?`}
      name={site.domain}
      action="Delete site"
      mutation={remove}
      onConfirm={() => remove.mutate({ id: site.id, confirm: true, reason: why })}
      onClose={onClose}
    >
      <Text size="sm">
        The site, its keys
        {known.data === undefined
          ? ' and all its events'
          : ` (${formatNumber(known.data.active_token_count)} active) and ${formatNumber(known.data.kept.events)} kept events`}{' '}
        are removed at once, for everybody. Any account can register the domain again. This cannot be undone.
      </Text>
      <WhyField value={why} onChange={setWhy} />
    </ConfirmByTypingDialog>
  );
}
