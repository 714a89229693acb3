'use client';

import { limits, parseDecimal } from '@goal/contract';
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { failureOf, rateSentence } from '../../trpc/errors.ts';
import { useTRPC } from '../../trpc/trpc.ts';
import { isGone, useAct } from '../../trpc/use-act.ts';
import { ConfirmByTyping } from '../../ui/confirm-by-typing.tsx';
import { notify } from '../../ui/notify.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { ActDialog } from './act-dialog.tsx';
import type { OpenSiteDialogProps } from './dialogs.tsx';
import { rateIs, statusIs } from './site-truth.ts';
import { useRenewal } from './use-renewal.ts';

export function RevokeSite({ site, onClose, onDone }: OpenSiteDialogProps) {
  const { afterChange } = useRenewal();
  const revoke = useAct(
    useTRPC().admin.sites.revoke.mutationOptions({
      onSuccess: () => {
        notify.success(`${site.domain} is revoked.`);
        afterChange();
        onDone();
        onClose();
      },
    }),
    {
      truth: statusIs('revoked'),
      onDone: () => {
        onDone();
        onClose();
      },
    },
  );
  return (
    <ActDialog
      title={`Revoke ${site.domain}?`}
      action="Revoke site"
      color="red"
      isBusy={revoke.isPending}
      error={revoke.error}
      onAct={() => revoke.mutate({ id: site.id })}
      onClose={onClose}
    >
      <Text size="sm">
        Sending and reading with the site&rsquo;s keys are refused from now on with «site revoked». Its keys and events
        stay, and the account still sees both, but only support can give the site back: «Restore» makes it paused.
      </Text>
    </ActDialog>
  );
}

export function RestoreSite({ site, onClose, onDone }: OpenSiteDialogProps) {
  const { afterChange } = useRenewal();
  const restore = useAct(
    useTRPC().admin.sites.restore.mutationOptions({
      onSuccess: () => {
        notify.success(`${site.domain} is restored, and paused.`);
        afterChange();
        onDone();
        onClose();
      },
    }),
    {
      truth: statusIs('paused'),
      onDone: () => {
        onDone();
        onClose();
      },
    },
  );
  return (
    <ActDialog
      title={`Restore ${site.domain}?`}
      action="Restore to paused"
      isBusy={restore.isPending}
      error={restore.error}
      onAct={() => restore.mutate({ id: site.id })}
      onClose={onClose}
    >
      <Text size="sm">
        The site becomes paused, not active: its keys read again, but what it sends is refused with «site paused» until
        the customer or you activate it, which needs a free place in the plan.
      </Text>
    </ActDialog>
  );
}

export function ChangeRate({ site, onClose, onDone }: OpenSiteDialogProps) {
  const [typed, setTyped] = useState(String(site.rate_limit_rps));
  const [isFaulty, setFaulty] = useState(false);
  const { afterChange } = useRenewal();
  const { update: procedure } = useTRPC().admin.sites;
  const undo = useAct(
    procedure.mutationOptions({
      onSuccess: (_, { rate_limit_rps }) => {
        notify.success(`${site.domain} reads ${formatNumber(rate_limit_rps)} times a second again.`);
        afterChange();
      },
      onError: (error) => notify.error(failureOf(error).sentence),
    }),
    { truth: rateIs },
  );
  const update = useAct(
    procedure.mutationOptions({
      onSuccess: (_, { rate_limit_rps }) => {
        const { id, rate_limit_rps: former } = site;
        notify.success(`${site.domain} may read ${formatNumber(rate_limit_rps)} times a second.`, {
          undo: () => undo.mutate({ id, rate_limit_rps: former }),
        });
        afterChange();
        onDone();
        onClose();
      },
    }),
    {
      truth: rateIs,
      onDone: () => {
        onDone();
        onClose();
      },
    },
  );
  const rate = rateOf(typed);
  return (
    <ActDialog
      title={`Change the rate of ${site.domain}`}
      action="Change rate"
      isBusy={update.isPending}
      onAct={() => {
        setFaulty(rate === undefined);
        if (rate !== undefined) update.mutate({ id: site.id, rate_limit_rps: rate });
      }}
      onClose={onClose}
    >
      <TextInput
        label="Requests a second"
        description={`How often the site’s keys may read. ${rateSentence} A burst may be ${limits.readBurstFactor} times that. Sending has a limit of its own.`}
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
    </ActDialog>
  );
}

/** The rate that was typed; undefined where it is none. */
function rateOf(typed: string): number | undefined {
  const rate = parseDecimal(typed.trim());
  const { min, max } = limits.readRate;
  return rate !== undefined && rate >= min && rate <= max ? rate : undefined;
}

export function DeleteSite({ site, onClose, onDone }: OpenSiteDialogProps) {
  const trpc = useTRPC();
  const { afterDelete } = useRenewal();
  const remove = useAct(trpc.admin.sites.delete.mutationOptions(), {
    truth: async (client, { id }) => {
      const isDone = await isGone(client.admin.sites.get.query({ id }));
      return { isDone, sentence: `${site.domain} is ${isDone ? 'deleted' : 'still there'}.` };
    },
    onDone: () => {
      onDone();
      onClose();
    },
  });
  const known = useQuery(trpc.admin.sites.get.queryOptions({ id: site.id }));
  const confirm = async (): Promise<void> => {
    await remove.mutateAsync({ id: site.id, confirm: true });
    notify.success(`${site.domain} is deleted.`);
    afterDelete();
    onDone();
  };
  return (
    <ConfirmByTyping
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
        are removed at once, for everybody. Its domain becomes free for any account. This cannot be undone.
      </Text>
    </ConfirmByTyping>
  );
}
