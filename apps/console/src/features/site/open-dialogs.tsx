'use client';

import { type InspectedSite, limits, parseDecimal } from '@goal/contract';
import { ConfirmByTypingDialog } from '@goal/ui/components/confirm-by-typing-dialog.tsx';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { rateSentence } from '@goal/ui/lib/sentences.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { isGone, useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { WhyField } from '../why/why-field.tsx';
import { rateIs, statusIs } from './verify-site.ts';
import { useRefreshSites } from './use-refresh-sites.ts';

type SiteInDialog = Pick<InspectedSite, 'id' | 'domain' | 'status' | 'rate_limit_rps'>;
export type OpenSiteDialogProps = {
  site: SiteInDialog;
  onClose: () => void;
  /** Called after a deletion, before `onClose`. */
  onDeleted?: () => void;
};

export function RevokeSite({ site, onClose }: OpenSiteDialogProps) {
  const { afterChange } = useRefreshSites();
  const [why, setWhy] = useState('');
  const revoke = useVerifiedMutation(
    useTRPC().admin.sites.revoke.mutationOptions({
      onSuccess: () => {
        notify.success(`${site.domain} is revoked.`);
        afterChange();
        onClose();
      },
    }),
    {
      verify: statusIs('revoked'),
      onDone: onClose,
    },
  );
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
  const { afterChange } = useRefreshSites();
  const restore = useVerifiedMutation(
    useTRPC().admin.sites.restore.mutationOptions({
      onSuccess: () => {
        notify.success(`${site.domain} is restored, and paused.`);
        afterChange();
        onClose();
      },
    }),
    {
      verify: statusIs('paused'),
      onDone: onClose,
    },
  );
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
  const { afterChange } = useRefreshSites();
  const { update: procedure } = useTRPC().admin.sites;
  const undo = useVerifiedMutation(
    procedure.mutationOptions({
      onSuccess: (_, { rate_limit_rps }) => {
        notify.success(`${site.domain} may read ${formatNumber(rate_limit_rps)} times a second again.`);
        afterChange();
      },
      onError: (error) => notify.error(failureOf(error).sentence),
    }),
    { verify: rateIs },
  );
  const update = useVerifiedMutation(
    procedure.mutationOptions({
      onSuccess: (_, { rate_limit_rps }) => {
        const { id, rate_limit_rps: former } = site;
        notify.success(`${site.domain} may read ${formatNumber(rate_limit_rps)} times a second.`, {
          undo: () => undo.mutate({ id, rate_limit_rps: former }),
        });
        afterChange();
        onClose();
      },
    }),
    {
      verify: rateIs,
      onDone: onClose,
    },
  );
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

export function DeleteSite({ site, onClose, onDeleted }: OpenSiteDialogProps) {
  const trpc = useTRPC();
  const { afterDelete } = useRefreshSites();
  const [why, setWhy] = useState('');
  const remove = useVerifiedMutation(trpc.admin.sites.delete.mutationOptions(), {
    verify: async (client, { id }) => {
      const isDone = await isGone(client.admin.sites.get.query({ id }));
      return { isDone, sentence: `${site.domain} is ${isDone ? 'deleted' : 'still there'}.` };
    },
    onDone: () => {
      onDeleted?.();
      onClose();
    },
  });
  const known = useQuery(trpc.admin.sites.get.queryOptions({ id: site.id }));
  const confirm = async (): Promise<void> => {
    await remove.mutateAsync({ id: site.id, confirm: true, reason: why });
    notify.success(`${site.domain} is deleted.`);
    afterDelete();
    onDeleted?.();
  };
  return (
    <ConfirmByTypingDialog
      title={`Delete ${site.domain}?`}
      name={site.domain}
      action="Delete site"
      onConfirm={confirm}
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
