import { failureOf, OutcomeUnknownError } from '@goal/ui/lib/errors.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import type { ResellerPreview } from '@goal/contract';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { formatMoment } from '@goal/ui/text/time.tsx';
import { renewQueries } from '@goal/ui/trpc/renew-queries.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Alert, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { WhyField } from '../../why/why-field.tsx';
import type { AccountDialogProps } from '../dialog-props.ts';
import { withReseller } from '../sentences.ts';
import classes from '../account.module.css';

const names: Readonly<Record<ResellerPreview['effects'][number]['effect'], string>> = {
  site_quota: 'Sites',
  key_caps: 'Keys',
  api_gate: 'API',
  retention: 'Retention',
  fair_use_mail: 'Fair-use e-mail',
  downgrade: 'Changes of plan',
  readouts: 'What the customer reads',
  rate: 'Rate limit',
};

/** Says what the flag will mean in the account's own numbers (interface.md §2), and sets it. */
export function ResellerDialog({ account, onClose }: AccountDialogProps) {
  const trpc = useTRPC();
  // Fixed when the dialog opens, even if another operator changes the flag meanwhile.
  const [enabled] = useState(!account.is_reseller);
  const preview = useQuery(
    trpc.admin.accounts.previewReseller.queryOptions({ id: account.id, enabled }, { staleTime: 0, gcTime: 0 }),
  );
  const set = useSetReseller(account.id);
  const [why, setWhy] = useState('');
  const verb = enabled ? 'Turn reseller on' : 'Turn reseller off';
  const confirm = (): void => {
    set.mutate({ id: account.id, enabled, reason: why });
    onClose();
  };
  return (
    <FormDialog
      title={`${verb} for ${bidiIsolate(account.email)}`}
      action={verb}
      isLong
      mutation={{ isPending: false, error: null }}
      blocked={preview.data === undefined ? 'Loading what this will do …' : undefined}
      onSubmit={confirm}
      onClose={onClose}
    >
      {preview.data !== undefined ? <Effects preview={preview.data} /> : <Unloaded query={preview} height="26rem" />}
      <WhyField value={why} onChange={setWhy} />
    </FormDialog>
  );
}

function Effects({ preview }: { preview: ResellerPreview }) {
  const { enabled, is_reseller: already, effects } = preview;
  return (
    <>
      {already === enabled && (
        <Alert color="yellow" role="status">
          It is {enabled ? 'on' : 'off'} already: another operator was faster. Nothing will change.
        </Alert>
      )}
      <Text size="sm">{enabled ? 'While it is on:' : 'Once it is off:'}</Text>
      <ul className={classes.effects}>
        {effects.map(({ effect, sentence }) => (
          <li key={effect}>
            <strong>{names[effect]}</strong>
            <Text size="sm" span>
              {sentence}
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}

/**
 * Shows the change at once, reverts it if it is refused, and refetches once it is settled, so that
 * two concurrent operators both see the real state. Its notice offers undo.
 */
function useSetReseller(id: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const key = trpc.admin.accounts.summary.queryKey({ id });
  const name = (): string => bidiIsolate(queryClient.getQueryData(key)?.email ?? 'The account');
  /** Another operator was faster: names them and the time, unless the record cannot be read. */
  const tellAlready = async (what: string): Promise<void> => {
    const input = { account_id: id, action: 'account.reseller', limit: 1 };
    const record = await queryClient
      .fetchQuery(trpc.admin.actions.list.queryOptions(input, { staleTime: 0, retry: false }))
      .catch(() => undefined);
    const [last] = record?.actions ?? [];
    const who = last === undefined ? '' : ` (by ${bidiIsolate(last.actor)} at ${formatMoment(last.occurred_at)})`;
    notify.success(`${what}${who}.`);
  };
  const mutation = useVerifiedMutation(
    trpc.admin.accounts.setReseller.mutationOptions({
      scope: { id: `reseller ${id}` },
      onMutate: async ({ enabled }) => {
        await queryClient.cancelQueries({ queryKey: key });
        const before = queryClient.getQueryData(key);
        queryClient.setQueryData(key, before && withReseller(before, enabled));
        return before;
      },
      onSuccess: ({ changed }, { enabled }) => {
        if (!changed) void tellAlready(`${name()} was ${enabled ? 'a reseller' : 'no reseller'} already`);
      },
      onError: (error, { enabled }, before) => {
        queryClient.setQueryData(key, before);
        const { sentence } = failureOf(error);
        notify.error(
          error instanceof OutcomeUnknownError
            ? sentence
            : `Reseller was not turned ${enabled ? 'on' : 'off'}: ${sentence}`,
        );
      },
      onSettled: () => {
        // A later change of this page is running: a refetch must not overwrite what it already
        // shows.
        const running = queryClient.isMutating({ mutationKey: trpc.admin.accounts.setReseller.mutationKey() });
        return running > 1 ? undefined : renewQueries(queryClient);
      },
    }),
    {
      done: ({ enabled }) => `Reseller is ${enabled ? 'on' : 'off'} now.`,
      told: ({ changed }, { enabled }) =>
        changed ? `${name()} is ${enabled ? 'a reseller now' : 'no longer a reseller'}.` : undefined,
      undo: ({ enabled }) => mutation.mutate({ id, enabled: !enabled }),
      renews: false,
    },
  );
  return mutation;
}
