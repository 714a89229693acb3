import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import type { ResellerPreview } from '@goal/contract';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { WhyField } from '../../why/why-field.tsx';
import classes from '../account.module.css';
import type { AccountDialogProps } from '../dialog-props.ts';
import { useSetReseller } from './use-set-reseller.ts';

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

/**
 * Says what turning the reseller flag on or off will mean, in the account's own numbers
 * (interface.md §2), and does it.
 */
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
