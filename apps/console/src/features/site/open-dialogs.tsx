'use client';

import { type InspectedSite, limits, parseDecimal } from '@goal/contract';
import { ConfirmByTypingDialog } from '@goal/ui/components/confirm-by-typing-dialog.tsx';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { rateSentence } from '@goal/ui/lib/sentences.ts';
import { notifyFailure } from '@goal/ui/lib/notify.ts';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';

import { WhyField } from '../why/why-field.tsx';

export type OpenSiteDialogProps = {
  site: Pick<InspectedSite, 'id' | 'account_id' | 'domain' | 'rate_limit_rps'>;
  onClose: () => void;
};

export function RevokeSite({ site, onClose }: OpenSiteDialogProps) {
  const [why, setWhy] = useState('');
  const revoke = useVerifiedMutation(useTRPC().admin.sites.revoke.mutationOptions(), {
    done: `${site.domain} is revoked.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Revoke ${site.domain}?`}
      action="Revoke site"
      color="red"
      isBusy={revoke.isPending}
      error={revoke.error}
      onSubmit={() => revoke.mutate({ id: site.id, reason: why })}
      onClose={onClose}
    >
      <Text size="sm">
        From now on, sending and reading with the site&rsquo;s keys is refused with «site revoked». Its keys and events
        stay, and the account still sees both, but only support can bring the site back: «Restore» makes it paused.
      </Text>
      <WhyField value={why} onChange={setWhy} />
    </FormDialog>
  );
}

export function RestoreSite({ site, onClose }: OpenSiteDialogProps) {
  const restore = useVerifiedMutation(useTRPC().admin.sites.restore.mutationOptions(), {
    done: `${site.domain} is restored, and paused.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Restore ${site.domain}?`}
      action="Restore to paused"
      isBusy={restore.isPending}
      error={restore.error}
      onSubmit={() => restore.mutate({ id: site.id })}
      onClose={onClose}
    >
      <Text size="sm">
        The site becomes paused, not active: its keys can read again, but what it sends is refused with «site paused»
        until you or the customer activate it, which needs room in the plan.
      </Text>
    </FormDialog>
  );
}

export function ChangeRate({ site, onClose }: OpenSiteDialogProps) {
  const [typed, setTyped] = useState(String(site.rate_limit_rps));
  const [isFaulty, setFaulty] = useState(false);
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
  const rate = rateOf(typed);
  return (
    <FormDialog
      title={`Change the rate of ${site.domain}`}
      action="Change rate"
      isBusy={update.isPending}
      onSubmit={() => {
        setFaulty(rate === undefined);
        if (rate !== undefined) update.mutate({ id: site.id, rate_limit_rps: rate });
      }}
      onClose={onClose}
    >
      <TextInput
        label="Requests a second"
        description={`How often the site’s keys may read. ${rateSentence} A burst may be ${limits.readBurstFactor} times that. Sending has its own limit.`}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setFaulty(false);
          update.reset();
        }}
        error={isFaulty ? rateSentence : update.error === null ? undefined : failureOf(update.error).sentence}
        errorProps={{ role: 'alert' }}
        data-autofocus
      />
    </FormDialog>
  );
}

/** The typed rate; undefined if it is invalid. */
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
